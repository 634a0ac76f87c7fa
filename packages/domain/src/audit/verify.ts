import { type Sha256Hex, sha256Hex } from '../canonical-json.js';
import type { ChainHead } from './audit-event.js';
import type { EventColumn } from './event-columns.js';

/** What a record of the chain must show to be checked. */
export interface ChainLink {
  readonly sequence: number;
  readonly text: string;
  readonly hash: string;
}

/** Why a record does not continue the one before it. */
export type ChainFault = 'sequence_gap' | 'prev_hash_mismatch' | 'hash_mismatch' | 'foreign_event';

/**
 * What is wrong with a trail. column_mismatch: an event's columns differ from its text; head_mismatch: the
 * store's own end of the chain is not the last event; subtree_mismatch: a kept hash of the tree is not that of the events;
 * checkpoint_mismatch: the events are not those that were signed; checkpoint_invalid: it is not signed by the key that it
 * names, or no checkpoint at all; truncated: more was signed than is there; segment_mismatch: what is kept of sealed events is
 * not what was sealed, or not by us.
 */
export type TrailFault =
  | ChainFault
  | 'column_mismatch'
  | 'head_mismatch'
  | 'subtree_mismatch'
  | 'checkpoint_mismatch'
  | 'checkpoint_invalid'
  | 'truncated'
  | 'segment_mismatch';

/** The first thing that is wrong with a trail, and where. */
export interface FoundFault {
  readonly sequence: number;
  readonly reasonCode: TrailFault;
  /** With column_mismatch: which. */
  readonly column?: EventColumn;
  /** With checkpoint_mismatch: the last event that a checkpoint before it vouches for; what was changed lies behind it. */
  readonly soundUpTo?: number;
}

const q = JSON.stringify;

// Why a record does not continue the head before it. The quotes of a JSON string are escaped inside texts, so a key with bare quotes
// can only be the real one. `tail`: how every text of the tenant ends; worked out once for a whole chain.
const chainFault = (
  link: ChainLink,
  head: ChainHead,
  tail: string,
  hash: Sha256Hex,
): ChainFault | undefined => {
  if (link.sequence !== head.sequence + 1) return 'sequence_gap';
  if (!link.text.endsWith(`,"sequence":${link.sequence}${tail}`))
    return link.text.endsWith(tail) ? 'sequence_gap' : 'foreign_event';
  if (!link.text.includes(`,"prev_hash":${q(head.hash)},`)) return 'prev_hash_mismatch';
  return `sha256:${hash(link.text)}` === link.hash ? undefined : 'hash_mismatch';
};

/** What a verification found, in the shape of `GET /v1/audit/verify`. */
export interface ChainReport {
  readonly valid: boolean;
  readonly events: number;
  readonly firstSequence: number | null;
  readonly lastSequence: number | null;
  readonly headHash: string | null;
  readonly firstInvalid: FoundFault | null;
}

/** Walks a chain link by link in flat memory. `start` is what the first link must continue. */
export class ChainVerifier {
  readonly #tail: string;
  #head: ChainHead;
  #events = 0;
  #first: number | null = null;
  #fault: FoundFault | null = null;

  constructor(
    tenantId: string,
    start: ChainHead,
    private readonly hash: Sha256Hex = sha256Hex,
  ) {
    this.#tail = `,"tenant_id":${q(tenantId)}}`;
    this.#head = start;
  }

  /** Takes the next link; false once a fault was found, so that the caller can stop reading. */
  add(link: ChainLink): boolean {
    const fault = this.#fault === null ? this.take(link) : undefined;
    if (fault !== undefined) this.#fault = { sequence: link.sequence, reasonCode: fault };
    return this.#fault === null;
  }

  /** Takes a link that continues the chain. One that does not leaves no trace: it may have to be read in another way. */
  take(link: ChainLink): ChainFault | undefined {
    const fault = chainFault(link, this.#head, this.#tail, this.hash);
    if (fault !== undefined) return fault;
    this.#events += 1;
    this.#first ??= link.sequence;
    this.#head = { sequence: link.sequence, hash: link.hash };
    return undefined;
  }

  /** Goes on behind events that are not there any more, and whose hashes are known. They do not count as events. */
  pass(head: ChainHead): void {
    this.#head = head;
  }

  /** The head reached so far. */
  get head(): ChainHead {
    return this.#head;
  }

  /** Notes a fault that only the caller can see, such as a signed checkpoint that names another hash. The first one stays. */
  fail(fault: FoundFault): void {
    this.#fault ??= fault;
  }

  report(): ChainReport {
    return {
      valid: this.#fault === null,
      events: this.#events,
      firstSequence: this.#first,
      lastSequence: this.#events === 0 ? null : this.#head.sequence,
      headHash: this.#events === 0 ? null : this.#head.hash,
      firstInvalid: this.#fault,
    };
  }
}

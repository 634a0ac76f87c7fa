import { type Sha256Hex, sha256Hex } from '../canonical-json.js';
import type { ChainHead } from './audit-event.js';
import type { EventColumn } from './event-columns.js';

/** The fields of a chain record needed to check it. */
export interface ChainLink {
  readonly sequence: number;
  readonly text: string;
  readonly hash: string;
}

/** Why a record does not continue the one before it. */
export type ChainFault = 'sequence_gap' | 'prev_hash_mismatch' | 'hash_mismatch' | 'foreign_event';

/**
 * Faults of a trail. column_mismatch: an event's columns differ from its text; head_mismatch: the store's own end of the chain is not the
 * last event; subtree_mismatch: a kept subtree hash is not that of the events; checkpoint_mismatch: the events are not those that were
 * signed; checkpoint_invalid: it is not signed by the key it names, or is no checkpoint at all; truncated: more was signed than exists;
 * segment_mismatch: what is kept of sealed events is not what was sealed, or not by us; mac_mismatch: an unsigned event was not written by
 * this installation; not_as_committed: in place of an event that this process committed there is another one.
 */
export type TrailFault =
  | ChainFault
  | 'column_mismatch'
  | 'head_mismatch'
  | 'subtree_mismatch'
  | 'checkpoint_mismatch'
  | 'checkpoint_invalid'
  | 'truncated'
  | 'segment_mismatch'
  | 'mac_mismatch'
  | 'not_as_committed';

/** The first fault of a trail, and its place. */
export interface FoundFault {
  readonly sequence: number;
  readonly reasonCode: TrailFault;
  /** With column_mismatch: the column. */
  readonly column?: EventColumn;
  /** With checkpoint_mismatch: the last event vouched for by an earlier checkpoint; the change lies after it. */
  readonly soundUpTo?: number;
}

const q = JSON.stringify;

/** A verification's result, in the shape of `GET /v1/audit/verify`. */
export interface ChainReport {
  readonly valid: boolean;
  readonly events: number;
  readonly firstSequence: number | null;
  readonly lastSequence: number | null;
  readonly headHash: string | null;
  readonly firstInvalid: FoundFault | null;
}

/** Walks a chain link by link in flat memory. `start` is the head that the first link must continue. */
export class ChainVerifier {
  readonly #tenant: string;
  #head: ChainHead;
  /** How the next text names the event before it. */
  #named: string;
  #events = 0;
  #first: number | null = null;
  #fault: FoundFault | null = null;

  constructor(
    tenantId: string,
    start: ChainHead,
    private readonly hash: Sha256Hex = sha256Hex,
  ) {
    this.#tenant = `,"tenant_id":${q(tenantId)}`;
    this.#head = start;
    this.#named = naming(q(start.hash));
  }

  /** Adds the next link; false once a fault was found, so that the caller can stop reading. */
  add(link: ChainLink): boolean {
    const fault = this.#fault === null ? this.take(link) : undefined;
    if (fault !== undefined) this.#fault = { sequence: link.sequence, reasonCode: fault };
    return this.#fault === null;
  }

  /** Adds a link if it continues the chain. Otherwise it leaves no trace: it may have to be read differently. */
  take(link: ChainLink): ChainFault | undefined {
    const fault = this.#faultOf(link);
    if (fault !== undefined) return fault;
    this.#events += 1;
    this.#first ??= link.sequence;
    this.#head = { sequence: link.sequence, hash: link.hash };
    // It is the hash of the text, so it needs no escapes.
    this.#named = naming(`"${link.hash}"`);
    return undefined;
  }

  /** Continues after removed events whose hashes are known. They do not count as events. */
  pass(head: ChainHead): void {
    this.#head = head;
    this.#named = naming(q(head.hash));
  }

  /** The head reached so far. */
  get head(): ChainHead {
    return this.#head;
  }

  /** Records a fault only the caller can detect, such as a signed checkpoint with another hash. The first one is kept. */
  fail(fault: FoundFault): void {
    this.#fault ??= fault;
  }

  // Why a record does not continue the previous head. The quotes of a JSON string are escaped inside texts, so a key with bare quotes must be
  // the real one.
  #faultOf({ sequence, text, hash }: ChainLink): ChainFault | undefined {
    if (sequence !== this.#head.sequence + 1) return 'sequence_gap';
    const wrong = wrongPlace(text, sequence, this.#tenant);
    if (wrong !== undefined) return wrong;
    if (!text.includes(this.#named)) return 'prev_hash_mismatch';
    return isHashOf(hash, this.hash(text)) ? undefined : 'hash_mismatch';
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

/** Whether a text says another sequence or tenant at its end, where both are followed by optional members. */
const wrongPlace = (text: string, sequence: number, tenant: string): ChainFault | undefined => {
  if (text.endsWith(`,"sequence":${sequence}${tenant}}`)) return undefined;
  const end = text.slice(Math.max(0, text.lastIndexOf(SEQUENCE)));
  const at = end.lastIndexOf(tenant);
  const rest = at === -1 ? '' : end.slice(at + tenant.length);
  if (rest !== '}' && !(rest.startsWith(',"to_state":"') && rest.endsWith('"}'))) return 'foreign_event';
  return end.startsWith(`${SEQUENCE}${sequence},`) ? undefined : 'sequence_gap';
};

const SEQUENCE = ',"sequence":';

// Putting the text together would take longer than comparing its parts.
const isHashOf = (named: string, hex: string): boolean =>
  named.length === ALGORITHM.length + hex.length && named.startsWith(ALGORITHM) && named.endsWith(hex);

const ALGORITHM = 'sha256:';

const naming = (hash: string): string => `,"prev_hash":${hash},`;

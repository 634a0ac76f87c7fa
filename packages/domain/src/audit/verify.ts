import { type Sha256Hex, sha256Hex } from '../canonical-json.js';
import type { ChainHead } from './audit-event.js';

/** What a record of the chain must show to be checked. */
export interface ChainLink {
  readonly sequence: number;
  readonly text: string;
  readonly hash: string;
}

/** Why a record does not continue the one before it. */
export type ChainFault =
  | 'sequence_gap'
  | 'prev_hash_mismatch'
  | 'hash_mismatch'
  | 'foreign_event'
  | 'checkpoint_mismatch'
  | 'truncated';

/**
 * Checks one record against the head before it: undefined when it continues the chain, else why not. The quotes of a
 * JSON string are escaped inside texts, so a key with bare quotes can only be the real one.
 */
const chainFault = (
  link: ChainLink,
  head: ChainHead,
  tenantId: string,
  hash: Sha256Hex = sha256Hex,
): ChainFault | undefined => {
  if (link.sequence !== head.sequence + 1) return 'sequence_gap';
  if (!link.text.endsWith(`,"tenant_id":${JSON.stringify(tenantId)}}`)) return 'foreign_event';
  if (!link.text.endsWith(`,"sequence":${link.sequence},"tenant_id":${JSON.stringify(tenantId)}}`))
    return 'sequence_gap';
  if (!link.text.includes(`,"prev_hash":${JSON.stringify(head.hash)},`)) return 'prev_hash_mismatch';
  return `sha256:${hash(link.text)}` === link.hash ? undefined : 'hash_mismatch';
};

/** What a verification found, in the shape of `GET /v1/audit/verify`. */
export interface ChainReport {
  readonly valid: boolean;
  readonly events: number;
  readonly firstSequence: number | null;
  readonly lastSequence: number | null;
  readonly headHash: string | null;
  readonly firstInvalid: { readonly sequence: number; readonly reasonCode: ChainFault } | null;
}

/** Walks a chain link by link in flat memory. `start` is what the first link must continue. */
export class ChainVerifier {
  #head: ChainHead;
  #events = 0;
  #first: number | null = null;
  #fault: ChainReport['firstInvalid'] = null;

  constructor(
    private readonly tenantId: string,
    start: ChainHead,
    private readonly hash: Sha256Hex = sha256Hex,
  ) {
    this.#head = start;
  }

  /** Takes the next link; false once a fault was found, so that the caller can stop reading. */
  add(link: ChainLink): boolean {
    if (this.#fault !== null) return false;
    const fault = chainFault(link, this.#head, this.tenantId, this.hash);
    if (fault !== undefined) {
      this.#fault = { sequence: link.sequence, reasonCode: fault };
      return false;
    }
    this.#events += 1;
    this.#first ??= link.sequence;
    this.#head = { sequence: link.sequence, hash: link.hash };
    return true;
  }

  /** The head reached so far. */
  get head(): ChainHead {
    return this.#head;
  }

  /** Notes a fault that only the caller can see, such as a signed checkpoint that names another hash. */
  fail(sequence: number, reasonCode: ChainFault): void {
    this.#fault ??= { sequence, reasonCode };
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

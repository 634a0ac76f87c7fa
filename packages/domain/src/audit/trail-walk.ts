import type { Sha256Hex } from '../canonical-json.js';
import { CompactRange } from '../merkle/compact-range.js';
import { type Sha256Bytes, sameBytes } from '../merkle/tree-hash.js';
import type { ChainHead } from './audit-event.js';
import type { TrailHead } from './checkpoint.js';
import { wrongColumn } from './event-columns.js';
import { eventLeaf } from './event-leaf.js';
import { type ChainLink, type ChainReport, ChainVerifier, type FoundFault } from './verify.js';

/** An event as a store keeps it: its text, and the values next to it as `columnsOfEvent` writes them. */
export interface StoredEvent extends ChainLink {
  readonly columns: string;
}

/** How hashes are taken; the domain's own where a host has none. */
export interface Hashing {
  readonly hash?: Sha256Hex | undefined;
  readonly digest?: Sha256Bytes | undefined;
}

/** Where a walk begins: behind which event, and on which leaves of the tree. */
export interface WalkStart {
  readonly tenantId: string;
  readonly head: ChainHead;
  /** Ends at the head; empty where the leaves before are not known. By default an empty one. */
  readonly tree?: CompactRange | undefined;
}

/**
 * Walks a trail event by event in flat memory: its chain, the columns of each event, and its tree, which it holds
 * against signed checkpoints.
 */
export class TrailWalk {
  readonly #chain: ChainVerifier;
  readonly tree: CompactRange;
  #soundUpTo: number;

  constructor(
    start: WalkStart,
    private readonly hashing: Hashing = {},
  ) {
    this.#chain = new ChainVerifier(start.tenantId, start.head, hashing.hash);
    this.tree = start.tree ?? new CompactRange(start.head.sequence, hashing.digest);
    this.#soundUpTo = start.head.sequence;
  }

  /** Takes the next event; false once something is wrong, so that the caller can stop reading. */
  add(link: ChainLink & { readonly columns?: string }): boolean {
    if (!this.#chain.add(link)) return false;
    if (link.columns !== undefined) {
      const column = wrongColumn(link.text, link.columns);
      if (column !== undefined)
        return this.fail({ sequence: link.sequence, reasonCode: 'column_mismatch', column });
    }
    this.tree.append(eventLeaf(link.hash, this.hashing.digest));
    return true;
  }

  /** Takes an event that continues the chain, and leaves no trace of one that does not. */
  take(link: ChainLink): boolean {
    if (this.#chain.take(link) !== undefined) return false;
    this.tree.append(eventLeaf(link.hash, this.hashing.digest));
    return true;
  }

  /** Passes the next event, which was sealed and of which its hash is kept. */
  pass(hash: string): void {
    this.#chain.pass({ sequence: this.#chain.head.sequence + 1, hash });
    this.tree.append(eventLeaf(hash, this.hashing.digest));
  }

  /** The end of the chain so far. */
  get head(): ChainHead {
    return this.#chain.head;
  }

  /** The last event that a checkpoint vouches for; where the walk began, before the first checkpoint. */
  get soundUpTo(): number {
    return this.#soundUpTo;
  }

  /** Holds what was walked against a checkpoint of just this size. The walk began at the first event, or on a known tree. */
  meets(checkpoint: TrailHead): boolean {
    const sound =
      sameBytes(this.tree.root(), checkpoint.root) &&
      (checkpoint.headHash === null || checkpoint.headHash === this.head.hash);
    if (sound) this.vouchedFor(checkpoint.size);
    else this.mismatch(checkpoint.size);
    return sound;
  }

  /** Notes that a checkpoint was found to hold. */
  vouchedFor(size: number): void {
    this.#soundUpTo = Math.max(this.#soundUpTo, size);
  }

  /** Notes that the events up to here are not those that a checkpoint was signed over. */
  mismatch(sequence: number): false {
    return this.fail({ sequence, reasonCode: 'checkpoint_mismatch', soundUpTo: this.#soundUpTo });
  }

  /** Notes a fault that only the caller can see. The first one stays. */
  fail(fault: FoundFault): false {
    this.#chain.fail(fault);
    return false;
  }

  report(): ChainReport {
    return this.#chain.report();
  }
}

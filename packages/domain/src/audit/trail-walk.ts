import type { Sha256Hex } from '../canonical-json.js';
import { CompactRange } from '../merkle/compact-range.js';
import { type Sha256Bytes, sameBytes } from '../merkle/tree-hash.js';
import type { ChainHead } from './audit-event.js';
import type { TrailHead } from './checkpoint.js';
import { wrongColumn } from './event-columns.js';
import { leafInput } from './event-leaf.js';
import { type ChainLink, type ChainReport, ChainVerifier, type FoundFault } from './verify.js';

/** A stored event: its text, and where a store keeps copies of its values, those, as written by `columnsOfEvent`. */
export interface StoredEvent extends ChainLink {
  /** None where they follow from the text; "" where something else stands in their place. */
  readonly columns?: string;
}

/** The hash function; by default the domain's own. */
export interface Hashing {
  readonly hash?: Sha256Hex | undefined;
  readonly digest?: Sha256Bytes | undefined;
}

/** The start of a walk: after which event, and on which leaves of the tree. */
export interface WalkStart {
  readonly tenantId: string;
  readonly head: ChainHead;
  /** Ends at the head; empty if the preceding leaves are unknown. By default empty. */
  readonly tree?: CompactRange | undefined;
}

/**
 * Walks a trail event by event in flat memory: its chain, the columns of each event, and its tree, which it compares with signed
 * checkpoints.
 */
export class TrailWalk {
  readonly #chain: ChainVerifier;
  readonly tree: CompactRange;
  #soundUpTo: number;

  constructor(start: WalkStart, hashing: Hashing = {}) {
    this.#chain = new ChainVerifier(start.tenantId, start.head, hashing.hash);
    this.tree = start.tree ?? new CompactRange(start.head.sequence, hashing.digest);
    this.#soundUpTo = start.head.sequence;
  }

  /** Adds the next event; false once something is wrong, so that the caller can stop reading. */
  add(link: StoredEvent): boolean {
    if (!this.#chain.add(link)) return false;
    if (link.columns !== undefined) {
      const column = wrongColumn(link.text, link.columns);
      if (column !== undefined)
        return this.fail({ sequence: link.sequence, reasonCode: 'column_mismatch', column });
    }
    this.tree.appendLeaf(leafInput(link.hash));
    return true;
  }

  /** Adds an event if it continues the chain; otherwise it leaves no trace. */
  take(link: ChainLink): boolean {
    if (this.#chain.take(link) !== undefined) return false;
    this.tree.appendLeaf(leafInput(link.hash));
    return true;
  }

  /** Passes the next event, which was sealed, by its kept hash. */
  pass(hash: string): void {
    this.#chain.pass({ sequence: this.#chain.head.sequence + 1, hash });
    this.tree.appendLeaf(leafInput(hash));
  }

  /** The end of the chain so far. */
  get head(): ChainHead {
    return this.#chain.head;
  }

  /** The last event vouched for by a checkpoint; before the first one, the start of the walk. */
  get soundUpTo(): number {
    return this.#soundUpTo;
  }

  /** Compares the walk with a checkpoint of exactly this size. The walk began at the first event, or on a known tree. */
  meets(checkpoint: TrailHead): boolean {
    const sound =
      sameBytes(this.tree.root(), checkpoint.root) &&
      (checkpoint.headHash === null || checkpoint.headHash === this.head.hash);
    if (sound) this.vouchedFor(checkpoint.size);
    else this.mismatch(checkpoint.size);
    return sound;
  }

  /** Records that a checkpoint holds. */
  vouchedFor(size: number): void {
    this.#soundUpTo = Math.max(this.#soundUpTo, size);
  }

  /** Records that the events up to here differ from what a checkpoint signed. */
  mismatch(sequence: number): false {
    return this.fail({ sequence, reasonCode: 'checkpoint_mismatch', soundUpTo: this.#soundUpTo });
  }

  /** Records a fault only the caller can detect. The first one is kept. */
  fail(fault: FoundFault): false {
    this.#chain.fail(fault);
    return false;
  }

  report(): ChainReport {
    return this.#chain.report();
  }
}

import { type FoundFault, readCheckpoint, type TrailHead } from '@govgate/domain';
import type { TrailWalk } from '@govgate/domain/internal';
import type { CheckpointQuery } from '@govgate/ports';
import { ownKey } from './own-checkpoints.js';
import type { Trail } from './trail-deps.js';

/** Conditions a trail must meet when a walk has passed a given sequence. */
export interface TrailCondition {
  readonly sequence: number;
  /** Records a fault in the walk if it does not; true if a checkpoint by our own key holds. */
  hold(walk: TrailWalk): boolean;
}

/** A checkpoint whose signature was verified as ours. */
export const signedCondition = (head: TrailHead): TrailCondition => ({
  sequence: head.size,
  hold: (walk) => walk.meets(head),
});

/** The end of the chain according to the store. */
export const headCondition = (sequence: number, hash: string | null): TrailCondition => ({
  sequence,
  hold: (walk) => {
    if (hash !== walk.head.hash) walk.fail({ sequence, reasonCode: 'head_mismatch' });
    return false;
  },
});

const PAGE = 256;

/** The conditions due along a trail, in order: some from the start, and the store's checkpoints page by page. */
export class TrailConditions {
  #early: readonly TrailCondition[];
  #stored: TrailCondition[] = [];
  #after: CheckpointQuery['after'];
  #more: boolean;
  /** The last event vouched for by a checkpoint of our own key. */
  signedUpTo: number | null = null;

  constructor(
    private readonly trail: Trail,
    early: readonly TrailCondition[],
    /** Also every checkpoint in the store beyond this size. */
    storedBehind?: number,
  ) {
    this.#early = [...early].sort((a, b) => a.sequence - b.sequence);
    this.#more = storedBehind !== undefined;
    this.#after = storedBehind === undefined ? undefined : { size: storedBehind, keyId: '~' };
  }

  /** The sequence at which the next condition is due; undefined: none. */
  get next(): number | undefined {
    const [early, stored] = [this.#early[0]?.sequence, this.#stored[0]?.sequence];
    return early === undefined || (stored !== undefined && stored < early) ? stored : early;
  }

  /** Reads the first conditions. To be called once, before the walk. */
  async begin(): Promise<void> {
    if (this.#stored.length === 0 && this.#more) await this.#read();
  }

  /** Checks the walk against every condition due at its position. False: something is wrong. */
  async meet(walk: TrailWalk): Promise<boolean> {
    const { sequence } = walk.head;
    for (let next = this.next; next !== undefined && next <= sequence; next = this.next) {
      // No store we wrote has conditions beyond the walk.
      if (next < sequence) return walk.fail({ sequence: next, reasonCode: 'checkpoint_invalid' });
      const condition = this.#take();
      if (condition?.hold(walk)) this.signedUpTo = sequence;
      if (!walk.report().valid) return false;
      await this.begin();
    }
    return true;
  }

  #take(): TrailCondition | undefined {
    const early = this.#early[0];
    if (early === undefined || early.sequence !== this.next) return this.#stored.shift();
    this.#early = this.#early.slice(1);
    return early;
  }

  async #read(): Promise<void> {
    const after = this.#after;
    const { deps, tenantId } = this.trail;
    const page = await deps.auditTrail.checkpoints(tenantId, {
      direction: 'asc',
      ...(after === undefined ? {} : { after }),
      limit: PAGE,
    });
    this.#stored = page.map(({ size, note }) => this.#storedDue(size, note));
    this.#more = page.length === PAGE;
    this.#after = page.at(-1);
  }

  // A checkpoint by another key cannot be vouched for, but no honest one contradicts the trail.
  #storedDue(size: number, note: string): TrailCondition {
    const { deps, tenantId } = this.trail;
    const read = readCheckpoint(note, [ownKey(deps, tenantId)], deps.verifySignature);
    const isWhole = read?.head.size === size && read.head.tenantId === tenantId;
    const invalid: FoundFault = { sequence: size, reasonCode: 'checkpoint_invalid' };
    return {
      sequence: size,
      hold: (walk) => {
        if (!isWhole || read.signatureStatus === 'forged') return walk.fail(invalid);
        return walk.meets(read.head) && read.signatureStatus === 'signed';
      },
    };
  }
}

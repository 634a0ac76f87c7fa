import { CompactRange, EMPTY_CHAIN, type FoundFault, type StoredEvent, TrailWalk } from '@govgate/domain';
import type { StopSignal } from '@govgate/ports';
import type { Ports } from '../call/ports.js';
import { SubtreeCollector } from './kept-subtrees.js';
import type { TrailDues } from './trail-dues.js';
import { treeAt } from './trail-tree.js';

type Deps = Pick<Ports, 'auditTrail' | 'digest' | 'hash'>;

/** A walk over what a store holds of a trail, and the subtrees that become complete on it. */
export interface StoreWalk {
  readonly walk: TrailWalk;
  readonly subtrees: SubtreeCollector;
}

/** Events of the smallest subtree that is kept: a walk begins where one ends. */
const BLOCK = 256;

/** Begins a walk in front of the first event, or at the last kept subtree before an event. A fault: what is kept of the tree is not whole. */
export const beginWalk = async (
  deps: Deps,
  tenantId: string,
  size: number,
): Promise<StoreWalk | FoundFault> => {
  const start = size - (size % BLOCK);
  if (start === 0) return walkFromStart(deps, tenantId);
  const [before] = await deps.auditTrail.subtrees(tenantId, 8, start / BLOCK - 1, 1);
  const [hash] = await deps.auditTrail.hashes(tenantId, start, 1);
  const subtrees = new SubtreeCollector(before?.latest);
  const tree = await treeAt(deps, tenantId, start, subtrees.add);
  if (before === undefined || hash === undefined || tree === undefined)
    return { sequence: start, reasonCode: 'subtree_mismatch' };
  return { walk: new TrailWalk({ tenantId, head: { sequence: start, hash }, tree }, deps), subtrees };
};

/** Begins a walk in front of the first event. */
export const walkFromStart = (deps: Deps, tenantId: string): StoreWalk => {
  const subtrees = new SubtreeCollector();
  const tree = new CompactRange(0, deps.digest, subtrees.add);
  return { walk: new TrailWalk({ tenantId, head: EMPTY_CHAIN, tree }, deps), subtrees };
};

export interface WalkLimits {
  /** Ends the walk behind the batch that reaches this sequence. */
  readonly upTo?: number | undefined;
  readonly stop?: StopSignal | undefined;
  /** Is called after each batch; false ends the walk. */
  readonly afterBatch?: (() => Promise<boolean>) | undefined;
}

/** Walks on over stored events and holds them against what is due. It ends at the end, at a fault, or at a limit. */
export const walkOn = async (
  { auditTrail }: Deps,
  tenantId: string,
  store: StoreWalk,
  dues: TrailDues,
  { upTo = Number.POSITIVE_INFINITY, stop, afterBatch }: WalkLimits = {},
): Promise<void> => {
  const { walk } = store;
  await dues.begin();
  if (!(await dues.meet(walk))) return;
  const { sequence } = walk.head;
  for await (const batch of auditTrail.stored(tenantId, sequence === 0 ? undefined : sequence)) {
    if (!(await takeBatch(store, batch, dues))) return;
    if (afterBatch !== undefined && !(await afterBatch())) return;
    if (stop?.aborted || walk.head.sequence >= upTo) return;
  }
};

const takeBatch = async (
  { walk, subtrees }: StoreWalk,
  batch: readonly StoredEvent[],
  dues: TrailDues,
): Promise<boolean> => {
  for (const event of batch) {
    subtrees.see(event);
    if (!walk.add(event)) return false;
    if (dues.next === event.sequence && !(await dues.meet(walk))) return false;
  }
  return true;
};

import { EMPTY_CHAIN, type FoundFault, type StoredEvent } from '@govgate/domain';
import { CompactRange, isChainHash, TrailWalk } from '@govgate/domain/internal';
import { SEALED_BLOCK, type StopSignal } from '@govgate/ports';
import { SubtreeCollector } from './kept-subtrees.js';
import { TrailConditions } from './trail-conditions.js';
import type { Trail, TrailDeps } from './trail-deps.js';
import { passedUpTo } from './trail-segments.js';
import { treeAt } from './trail-tree.js';

/** A walk over the stored parts of a trail, and the subtrees completed on it. */
export interface StoreWalk extends Trail {
  readonly walk: TrailWalk;
  readonly subtrees: SubtreeCollector;
  /** Events up to here were sealed: the walk passes them by their hashes. */
  readonly passedUpTo: number;
}

/** A walk starts where a kept subtree ends. */
const BLOCK = SEALED_BLOCK;

/** Starts a walk before the first event, or at the last kept subtree before an event. A fault: the kept subtrees are incomplete. */
export const beginWalk = async (
  deps: TrailDeps,
  tenantId: string,
  size: number,
): Promise<StoreWalk | FoundFault> => {
  const start = size - (size % BLOCK);
  if (start === 0) return walkFromStart(deps, tenantId);
  const [before] = await deps.auditTrail.subtrees(tenantId, 8, start / BLOCK - 1, 1);
  const [hash] = await deps.auditTrail.hashes(tenantId, start, 1);
  const subtrees = new SubtreeCollector(before?.latest);
  const tree = await treeAt(deps, tenantId, { size: start, watch: subtrees });
  if (before === undefined || hash === undefined || tree === undefined)
    return { sequence: start, reasonCode: 'subtree_mismatch' };
  const walk = new TrailWalk({ tenantId, head: { sequence: start, hash }, tree }, deps);
  return { deps, tenantId, walk, subtrees, passedUpTo: 0 };
};

/** Starts a walk before the first event, present or sealed. */
export const walkFromStart = async (deps: TrailDeps, tenantId: string): Promise<StoreWalk> => {
  const subtrees = new SubtreeCollector();
  const tree = new CompactRange(0, deps.digest, subtrees);
  const walk = new TrailWalk({ tenantId, head: EMPTY_CHAIN, tree }, deps);
  return { deps, tenantId, walk, subtrees, passedUpTo: await passedUpTo(deps, tenantId) };
};

/** The root of the tree over all events of a trail, from the first one on: what a store holds, whatever was signed of it. */
export const rootOfTrail = async (deps: TrailDeps, tenantId: string): Promise<Uint8Array> => {
  const begun = await walkFromStart(deps, tenantId);
  await walkOn(begun, new TrailConditions(begun, []));
  return begun.walk.tree.root();
};

export interface WalkLimits {
  /** Ends the walk after the batch that reaches this sequence. */
  readonly upTo?: number | undefined;
  readonly stop?: StopSignal | undefined;
  /** Every event after this one must carry this installation's MAC: no checkpoint covers it. Without it, none must. */
  readonly unsignedAfter?: number | undefined;
  /** Called after each batch; false ends the walk. */
  readonly afterBatch?: (() => Promise<boolean>) | undefined;
}

/** Continues over stored events, checking the conditions that become due. Ends at the end, at a fault, or at a limit. */
export const walkOn = async (
  store: StoreWalk,
  conditions: TrailConditions,
  limits: WalkLimits = {},
): Promise<void> => {
  const { deps, tenantId, walk } = store;
  await conditions.begin();
  if (!(await conditions.meet(walk))) return;
  while (walk.head.sequence < store.passedUpTo)
    if (!(await passBlock(store, conditions)) || !(await goesOn(store, limits))) return;
  const { sequence } = walk.head;
  for await (const events of deps.auditTrail.stored(tenantId, sequence === 0 ? undefined : sequence)) {
    const batch = { events, withoutMac: await firstWithoutMac(store, events, limits) };
    if (!(await takeBatch(store, batch, conditions)) || !(await goesOn(store, limits))) return;
  }
};

const goesOn = async (
  { walk }: StoreWalk,
  { upTo = Number.POSITIVE_INFINITY, stop, afterBatch }: WalkLimits,
): Promise<boolean> => {
  if (afterBatch !== undefined && !(await afterBatch())) return false;
  return !stop?.aborted && walk.head.sequence < upTo;
};

/** Passes the events of a sealed block by their hashes and latest time. */
const passBlock = async (
  { deps: { auditTrail }, tenantId, walk, subtrees }: StoreWalk,
  conditions: TrailConditions,
): Promise<boolean> => {
  const { sequence } = walk.head;
  const [hashes, [top]] = await Promise.all([
    auditTrail.hashes(tenantId, sequence + 1, SEALED_BLOCK),
    auditTrail.subtrees(tenantId, 8, sequence / SEALED_BLOCK, 1),
  ]);
  if (hashes.length < SEALED_BLOCK || top === undefined || !hashes.every(isChainHash))
    return walk.fail({ sequence: sequence + SEALED_BLOCK, reasonCode: 'segment_mismatch' });
  subtrees.seeInstant(top.latest);
  for (const hash of hashes) {
    walk.pass(hash);
    if (conditions.next === walk.head.sequence && !(await conditions.meet(walk))) return false;
  }
  return true;
};

interface Batch {
  readonly events: readonly StoredEvent[];
  readonly withoutMac: StoredEvent | undefined;
}

const takeBatch = async (
  { walk, subtrees }: StoreWalk,
  { events, withoutMac }: Batch,
  conditions: TrailConditions,
): Promise<boolean> => {
  for (const event of events) {
    subtrees.see(event);
    if (!walk.add(event)) return false;
    if (event === withoutMac) return walk.fail({ sequence: event.sequence, reasonCode: 'mac_mismatch' });
    if (conditions.next === event.sequence && !(await conditions.meet(walk))) return false;
  }
  return true;
};

/** The first unsigned event of a batch that does not carry this installation's MAC. */
const firstWithoutMac = async (
  { deps: { auditTrail, eventMac }, tenantId, walk }: StoreWalk,
  batch: readonly StoredEvent[],
  { unsignedAfter = Number.POSITIVE_INFINITY }: WalkLimits,
): Promise<StoredEvent | undefined> => {
  const next = walk.head.sequence + 1;
  const unsigned = batch.slice(Math.max(0, unsignedAfter + 1 - next));
  if (unsigned.length === 0) return undefined;
  const macs = await auditTrail.macs(tenantId, next + batch.length - unsigned.length, unsigned.length);
  return unsigned.find(({ hash }, index) => macs[index] !== eventMac(hash));
};

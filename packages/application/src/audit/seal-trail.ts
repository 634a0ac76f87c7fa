import type { FoundFault, Instant, TrailSegment } from '@govgate/domain';
import { signSegment, toBase64 } from '@govgate/domain/internal';
import { SEALED_BLOCK, type StopSignal, trailSegmentKind } from '@govgate/ports';
import { auditEventBy, systemCaller } from '../call/audit-event.js';
import type { Ports } from '../call/ports.js';
import { deliveredToAll, type Undelivered } from './delivered-to-all.js';
import { holdSubtrees } from './hold-subtrees.js';
import { newestCheckpoint, type OwnCheckpoint } from './own-checkpoints.js';
import { TrailConditions } from './trail-conditions.js';
import type { TrailDeps } from './trail-deps.js';
import { newestSegment } from './trail-segments.js';
import { treeAt } from './trail-tree.js';
import { beginWalk, walkOn } from './walk-trail.js';

export type SealingDeps = TrailDeps & Pick<Ports, 'ids' | 'timer' | 'unitOfWork'>;

export interface SealRequest {
  /** Only events before this time are sealed, and none after the first later one. */
  readonly before: Instant;
  /** Who requested it. */
  readonly by: 'cli' | 'worker';
  /** Also events that enabled destinations have not received: they are notified of the gap. */
  readonly pastDestinations?: boolean | undefined;
  readonly stop?: StopSignal | undefined;
  /** Receives what is about to be removed, before it is sealed. Rejects if it could not be archived. */
  readonly archive?: (span: { readonly after: number; readonly upTo: number }) => Promise<void>;
}

/** The outcome of a sealing. */
export interface SealOutcome {
  /** The last sealed event; 0: none. */
  readonly sealedUpTo: number;
  /** How many events were removed. */
  readonly removed: number;
  /** What older events are waiting for. */
  readonly heldBack: Undelivered | undefined;
  /** Why nothing is sealed: the trail differs from what was signed. */
  readonly fault: FoundFault | undefined;
}

/**
 * Seals the events of a trail past their retention (ADR 4): they are verified once more, a signed segment states up to where and over
 * which root, with its event in the same commit, and then they are removed block by block, keeping their hashes. An interrupted sealing
 * resumes the next time. Nothing is removed that no signed checkpoint covers.
 */
export const sealTrail = async (
  deps: SealingDeps,
  tenantId: string,
  wanted: SealRequest,
): Promise<SealOutcome> => {
  const before = await newestSegment(deps, tenantId);
  const from = before?.lastSequence ?? 0;
  const left = await removeSealed(deps, tenantId, { upTo: from, stop: wanted.stop });
  const bound = await boundOf(deps, tenantId, wanted);
  const { heldBack } = bound;
  const own = bound.own;
  if (own === undefined || bound.upTo <= from || wanted.stop?.aborted)
    return { sealedUpTo: from, removed: left, heldBack, fault: undefined };
  const { upTo } = bound;
  const fault = await faultBefore(deps, tenantId, { from, upTo, own, stop: wanted.stop });
  if (fault !== undefined || wanted.stop?.aborted)
    return { sealedUpTo: from, removed: left, heldBack, fault };
  await wanted.archive?.({ after: from, upTo });
  if (!(await commitSegment(deps, tenantId, { from, upTo, by: wanted.by })))
    return { sealedUpTo: from, removed: left, heldBack, fault: undefined };
  const removed = left + (await removeSealed(deps, tenantId, { upTo, stop: wanted.stop }));
  return { sealedUpTo: upTo, removed, heldBack, fault: undefined };
};

const wholeBlocks = (sequence: number): number => sequence - (sequence % SEALED_BLOCK);

interface Bound {
  readonly upTo: number;
  readonly own: OwnCheckpoint | undefined;
  readonly heldBack: Undelivered | undefined;
}

/** How far may be sealed: whole blocks of events that are old enough, signed, and delivered to every destination that wants them. */
const boundOf = async (
  deps: SealingDeps,
  tenantId: string,
  { before, pastDestinations = false }: SealRequest,
): Promise<Bound> => {
  const { own } = await newestCheckpoint(deps, tenantId);
  const signed = wholeBlocks(own?.head.size ?? 0);
  const young = await deps.auditTrail.subtreeAt(tenantId, before);
  const old = Math.min(signed, young === undefined ? signed : young.place * SEALED_BLOCK);
  const heldBack = pastDestinations ? undefined : await deliveredToAll(deps, tenantId, old);
  return { upTo: wholeBlocks(heldBack?.sequence ?? old), own, heldBack };
};

interface Span {
  readonly from: number;
  readonly upTo: number;
  readonly own: OwnCheckpoint;
  readonly stop: StopSignal | undefined;
}

// What is about to disappear is verified once more: every event, the chain, the tree, and the checkpoints over it.
const faultBefore = async (
  deps: SealingDeps,
  tenantId: string,
  { from, upTo, own, stop }: Span,
): Promise<FoundFault | undefined> => {
  const begun = await beginWalk(deps, tenantId, from);
  if (!('walk' in begun)) return begun;
  const hold = () => holdSubtrees(begun, { signedSize: own.head.size, atOnce: 1 });
  const conditions = new TrailConditions(begun, [], from);
  await walkOn(begun, conditions, { upTo, stop, afterBatch: hold });
  const { walk } = begun;
  const { firstInvalid } = walk.report();
  if (firstInvalid !== null || stop?.aborted) return firstInvalid ?? undefined;
  if (walk.head.sequence < upTo) return { sequence: walk.head.sequence + 1, reasonCode: 'truncated' };
  const signed = await treeAt(deps, tenantId, own.head);
  return toBase64(signed?.root() ?? new Uint8Array()) === toBase64(own.head.root)
    ? undefined
    : { sequence: own.head.size, reasonCode: 'checkpoint_mismatch' };
};

interface Sealed {
  readonly from: number;
  readonly upTo: number;
  readonly by: SealRequest['by'];
}

/** Writes the segment and its event; false if somebody else sealed meanwhile. */
const commitSegment = async (
  deps: SealingDeps,
  tenantId: string,
  { from, upTo, by }: Sealed,
): Promise<boolean> => {
  const segment = await segmentOf(deps, tenantId, { from, upTo });
  if (segment === undefined) return false;
  const event = auditEventBy(deps, systemCaller(by, tenantId, deps.ids.mint('request')), {
    eventType: 'audit.sealed',
    action: 'seal',
    environmentId: null,
    resourceId: segment.segmentId,
    version: String(upTo),
    reasonCode: 'retention_over',
    relatedIds: [`${segment.firstSequence}-${upTo}`],
  });
  const change = { kind: trailSegmentKind, record: segment, expectedVersion: null };
  return (await deps.unitOfWork.commit({ changes: [change], audit: [event] })).committed;
};

const segmentOf = async (
  deps: SealingDeps,
  tenantId: string,
  { from, upTo }: Pick<Sealed, 'from' | 'upTo'>,
): Promise<TrailSegment | undefined> => {
  const tree = await treeAt(deps, tenantId, { size: upTo });
  const [headHash] = await deps.auditTrail.hashes(tenantId, upTo, 1);
  if (tree === undefined || headHash === undefined) return undefined;
  const { publicKey, sign } = deps.checkpointSigner;
  const facts = {
    tenantId,
    firstSequence: from + 1,
    lastSequence: upTo,
    rootHash: toBase64(tree.root()),
    headHash,
    sealedAt: deps.clock.now(),
  };
  return signSegment(facts, publicKey, sign);
};

/** Removes sealed events that still exist, block by block, yielding to the rest of the process in between. */
const removeSealed = async (
  deps: SealingDeps,
  tenantId: string,
  { upTo, stop }: Pick<Span, 'upTo' | 'stop'>,
): Promise<number> => {
  const first = (await deps.auditTrail.firstSequence(tenantId)) ?? upTo + 1;
  let removed = 0;
  for (let place = Math.floor((first - 1) / SEALED_BLOCK); (place + 1) * SEALED_BLOCK <= upTo; place += 1) {
    if (stop?.aborted || !(await deps.auditTrail.seal(tenantId, place))) break;
    removed += SEALED_BLOCK;
    await deps.timer.wait(0);
  }
  return removed;
};

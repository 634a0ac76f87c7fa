import {
  type AcceptedStore,
  type ChainHead,
  type ChainReport,
  epochMsOf,
  type FoundFault,
  type TrailHead,
  type TrailSegment,
  type TrailState,
} from '@govgate/domain';
import { instantOfText } from '@govgate/domain/internal';
import { KEPT_LEVELS, type StopSignal } from '@govgate/ports';
import type { CommittedEvent } from '../call/committed-events.js';
import { committedConditions, committedFault } from './committed-conditions.js';
import { holdSubtrees, SUBTREES_AT_ONCE } from './hold-subtrees.js';
import { newestCheckpoint, type OwnCheckpoint } from './own-checkpoints.js';
import { headCondition, signedCondition, type TrailCondition, TrailConditions } from './trail-conditions.js';
import type { Trail, TrailDeps } from './trail-deps.js';
import { isAttested, newestSegment, segmentConditions } from './trail-segments.js';
import { beginWalk, type StoreWalk, walkFromStart, walkOn } from './walk-trail.js';

export interface VerifyOptions {
  /** From the first event, with everything kept beside the trail; otherwise from the newest checkpoint by our key. */
  readonly whole: boolean;
  /** Checkpoints kept elsewhere whose signatures were verified as ours. */
  readonly kept?: readonly TrailHead[];
  /** The keys of the trail are not there, so that nothing can be said of the events that no checkpoint covers. */
  readonly withoutKeys?: boolean | undefined;
  readonly stop?: StopSignal | undefined;
}

/** The outcome of verifying a stored trail. */
export interface TrailReport extends ChainReport {
  /** verified: a checkpoint by our key holds, and only very recent events follow it. */
  readonly state: TrailState;
  /** The event after which reading began; 0: with the first one. */
  readonly startedAfter: number;
  /** The last event vouched for by a checkpoint of our key. */
  readonly signedUpTo: number | null;
  /** The last sealed event: the trail begins after it. null: with the first one. */
  readonly sealedUpTo: number | null;
  /** Older copies of the store that operators continued from. */
  readonly olderStoresAccepted: readonly AcceptedStore[];
  /** The newest checkpoint by our key in the store. */
  readonly checkpoint: OwnCheckpoint | null;
}

/** Signing happens every minute: anything younger may still be unsigned. */
const FRESH_MS = 5 * 60_000;

/**
 * Verifies a trail in its store: each event and its columns, the chain, the tree, the store's head, and every checkpoint inside and outside
 * the store.
 */
export const verifyTrail = async (
  deps: TrailDeps,
  tenantId: string,
  options: VerifyOptions,
): Promise<TrailReport> => {
  const committed = deps.committedEvents.of(tenantId);
  const head = await deps.auditTrail.head(tenantId);
  const { own } = await newestCheckpoint(deps, tenantId);
  const whole = options.whole || own === undefined;
  const store = await beginAt({ deps, tenantId }, head, whole ? 0 : own.head.size);
  const { walk } = store;
  const startedAfter = walk.head.sequence;
  const kept = keptHeads(deps, tenantId, options);
  const early = [
    ...(whole ? await segmentConditions(deps, tenantId) : [signedCondition(own.head)]),
    ...earlyConditions(kept, head).filter(({ sequence }) => sequence >= startedAfter),
    ...committedConditions(committed, startedAfter),
  ];
  const conditions = new TrailConditions(store, early, startedAfter);
  const segment = await newestSegment(deps, tenantId);
  if (whole && segment !== undefined) await holdSegment(store, segment, head);
  await holdCommitted(store, committed);
  await walkToEnd(store, conditions, { ...options, whole, kept, signedSize: own?.head.size ?? 0 });
  const { signedUpTo } = conditions;
  return {
    ...walk.report(),
    state: await stateOf(store, signedUpTo),
    startedAfter,
    signedUpTo,
    sealedUpTo: segment?.lastSequence ?? null,
    olderStoresAccepted: deps.keptCheckpoints.accepted(tenantId),
    checkpoint: own ?? null,
  };
};

interface EndOptions extends VerifyOptions {
  readonly kept: readonly TrailHead[];
  readonly signedSize: number;
}

const walkToEnd = async (
  store: StoreWalk,
  conditions: TrailConditions,
  { whole, kept, signedSize, withoutKeys, stop }: EndOptions,
): Promise<void> => {
  const { walk } = store;
  const holdKept = (atOnce: number) => holdSubtrees(store, { signedSize, atOnce });
  const afterBatch = whole ? () => holdKept(SUBTREES_AT_ONCE) : undefined;
  const unsignedAfter =
    withoutKeys === true ? undefined : Math.max(signedSize, ...kept.map(({ size }) => size));
  if (walk.report().valid) await walkOn(store, conditions, { stop, unsignedAfter, afterBatch });
  if (whole && walk.report().valid) await holdKept(1);
  if (walk.report().valid && !stop?.aborted) await holdEnd(store, conditions);
};

const holdCommitted = async (store: StoreWalk, committed: readonly CommittedEvent[]): Promise<void> => {
  const altered = await committedFault(store, committed);
  if (altered !== undefined) store.walk.fail(altered);
};

// A segment that claims more than exists, or was written without the key: then nothing proves that events were removed rightly.
const holdSegment = async (
  { deps, tenantId, walk }: StoreWalk,
  segment: TrailSegment,
  head: ChainHead,
): Promise<void> => {
  const { lastSequence: sequence } = segment;
  if (sequence > head.sequence || !(await isAttested(deps, tenantId, segment)))
    walk.fail({ sequence, reasonCode: 'segment_mismatch' });
};

const beginAt = async (
  { deps, tenantId }: Trail,
  { sequence }: ChainHead,
  size: number,
): Promise<StoreWalk> => {
  const begun: StoreWalk | FoundFault =
    size > sequence
      ? { sequence: sequence + 1, reasonCode: 'truncated' }
      : await beginWalk(deps, tenantId, size);
  if ('walk' in begun) return begun;
  const fromStart = await walkFromStart(deps, tenantId);
  fromStart.walk.fail(begun);
  return fromStart;
};

/** The checkpoints outside of the store that a trail must agree with. */
const keptHeads = (
  { keptCheckpoints }: TrailDeps,
  tenantId: string,
  { kept = [] }: VerifyOptions,
): readonly TrailHead[] => {
  const newest = keptCheckpoints.newest(tenantId);
  return newest === undefined ? kept : [newest, ...kept];
};

const earlyConditions = (kept: readonly TrailHead[], head: ChainHead): TrailCondition[] => [
  ...kept.map(signedCondition),
  ...(head.sequence === 0 ? [] : [headCondition(head.sequence, head.hash)]),
];

// Traces of a cut-off tail: checkpoints, subtrees or a head beyond it; or a head before it.
const holdEnd = async (
  { deps: { auditTrail }, tenantId, walk }: StoreWalk,
  conditions: TrailConditions,
): Promise<void> => {
  const end = walk.head.sequence;
  const left = await Promise.all(
    KEPT_LEVELS.map((level) => auditTrail.subtrees(tenantId, level, Math.floor(end / 2 ** level), 1)),
  );
  if (conditions.next !== undefined || left.some(({ length }) => length > 0))
    walk.fail({ sequence: end + 1, reasonCode: 'truncated' });
  const { sequence } = await auditTrail.head(tenantId);
  if (sequence < end) walk.fail({ sequence: sequence + 1, reasonCode: 'head_mismatch' });
};

const stateOf = async (
  { deps: { auditTrail, clock }, tenantId, walk }: StoreWalk,
  signedUpTo: number | null,
): Promise<TrailState> => {
  if (!walk.report().valid) return 'broken';
  if (signedUpTo === null) return 'unsigned';
  if (signedUpTo === walk.head.sequence) return 'verified';
  for await (const [event] of auditTrail.stored(tenantId, signedUpTo)) {
    const ageMs = clock.epochMs() - epochMsOf(instantOfText(event?.text ?? ''));
    return ageMs < FRESH_MS ? 'verified' : 'unsigned';
  }
  return 'verified';
};

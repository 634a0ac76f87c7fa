import { epochMsOf, type Instant } from '../instant.js';
import type { SyncObservation } from './data-plane.js';

export const SYNC_STATUSES = ['in_sync', 'pending', 'stale', 'rejected', 'unknown'] as const;
export type SyncStatus = (typeof SYNC_STATUSES)[number];

/** How long a plane may run something other than desired before it is stale, in milliseconds. */
const STALE_AFTER_MS = 60_000;

/** A version that planes should run, and since when. Null: none is named; then each plane's own desired version applies. */
export interface DesiredVersion {
  readonly version: string | null;
  readonly since: Instant | null;
}

/** A plane's state relative to a version, independent of the clock: everything its status at any time depends on. */
export interface SyncPosition {
  readonly kind: 'in_sync' | 'rejected' | 'differs';
  readonly desiredVersion: string;
  /** Since when it differs; null if it does not, or if that is unknown. */
  readonly since: Instant | null;
}

/** Compares what a plane runs with what it should run. A rejection counts only for the rejected version. */
export const syncPosition = (
  sync: Pick<SyncObservation, 'desiredVersion' | 'observedVersion' | 'rejectedVersion' | 'differsSince'>,
  desired: DesiredVersion,
): SyncPosition => {
  const desiredVersion = desired.version ?? sync.desiredVersion;
  if (sync.observedVersion === desiredVersion) return { kind: 'in_sync', desiredVersion, since: null };
  return {
    kind: sync.rejectedVersion === desiredVersion ? 'rejected' : 'differs',
    desiredVersion,
    since: sync.differsSince ?? desired.since,
  };
};

/** How long it has differed at a given time, in milliseconds. */
export const staleMs = (since: Instant | null, nowMs: number): number =>
  since === null ? 0 : Math.max(0, nowMs - epochMsOf(since));

/** The status of an observed plane at a given time. */
export const syncStatusAt = (position: Pick<SyncPosition, 'kind' | 'since'>, nowMs: number): SyncStatus => {
  if (position.kind !== 'differs') return position.kind;
  return staleMs(position.since, nowMs) > STALE_AFTER_MS ? 'stale' : 'pending';
};

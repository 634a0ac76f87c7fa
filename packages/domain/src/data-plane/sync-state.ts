import { epochMsOf, type Instant } from '../instant.js';
import type { SyncObservation } from './data-plane.js';

export const SYNC_STATUSES = ['in_sync', 'pending', 'stale', 'rejected', 'unknown'] as const;
export type SyncStatus = (typeof SYNC_STATUSES)[number];

/** How long a plane may run something else than desired before that is stale, in milliseconds. */
export const STALE_AFTER_MS = 60_000;

/** Where a plane stands with a version, free of the clock: all that a status at any moment needs. */
export interface SyncPosition {
  readonly kind: 'in_sync' | 'rejected' | 'differs';
  readonly desiredVersion: string;
  /** Milliseconds since 1970 from which on it differs; NaN when it does not, or nobody knows since when. */
  readonly sinceMs: number;
}

/** Compares what a plane runs with what it ought to run. A refusal counts for the version that was refused only. */
export const syncPosition = (
  sync: SyncObservation,
  desired: { readonly version: string | null; readonly since: Instant | null },
): SyncPosition => {
  const desiredVersion = desired.version ?? sync.desiredVersion;
  if (sync.observedVersion === desiredVersion)
    return { kind: 'in_sync', desiredVersion, sinceMs: Number.NaN };
  const since = sync.differsSince ?? desired.since;
  return {
    kind: sync.rejectedVersion === desiredVersion ? 'rejected' : 'differs',
    desiredVersion,
    sinceMs: since === null ? Number.NaN : epochMsOf(since),
  };
};

/** How long it has differed by a moment, in milliseconds. */
export const staleMs = (sinceMs: number, nowMs: number): number => (sinceMs <= nowMs ? nowMs - sinceMs : 0);

/** The status at a moment, of a plane that was seen. */
export const syncStatusAt = (position: Pick<SyncPosition, 'kind' | 'sinceMs'>, nowMs: number): SyncStatus => {
  if (position.kind !== 'differs') return position.kind;
  return staleMs(position.sinceMs, nowMs) > STALE_AFTER_MS ? 'stale' : 'pending';
};

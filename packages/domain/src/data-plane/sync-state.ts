import { epochMsOf, type Instant } from '../instant.js';
import type { SyncObservation } from './data-plane.js';

export const SYNC_STATUSES = ['in_sync', 'pending', 'stale', 'rejected', 'unknown'] as const;
export type SyncStatus = (typeof SYNC_STATUSES)[number];

/** How long a plane may run something other than desired before it is stale, in milliseconds. */
export const STALE_AFTER_MS = 60_000;

/** A plane's state relative to a version, independent of the clock: everything its status at any time depends on. */
export interface SyncPosition {
  readonly kind: 'in_sync' | 'rejected' | 'differs';
  readonly desiredVersion: string;
  /** Milliseconds since 1970 since when it differs; NaN if it does not, or if that is unknown. */
  readonly sinceMs: number;
}

/** What a plane reported, as far as comparing it takes. */
export interface ComparedSync
  extends Pick<SyncObservation, 'desiredVersion' | 'observedVersion' | 'rejectedVersion'> {
  /** `differsSince` in milliseconds since 1970; NaN for null. */
  readonly differsSinceMs: number;
}

/** A version that planes should run. */
export interface DesiredVersion {
  /** Null: none is named. */
  readonly version: string | null;
  /** Milliseconds since 1970; NaN if unknown. */
  readonly sinceMs: number;
}

/** Compares what a plane runs with what it should run. A rejection counts only for the rejected version. */
export const syncPosition = (
  sync: SyncObservation,
  desired: { readonly version: string | null; readonly since: Instant | null },
): SyncPosition =>
  comparedPosition(
    { ...sync, differsSinceMs: msOf(sync.differsSince) },
    { version: desired.version, sinceMs: msOf(desired.since) },
  );

/** The same, with times as numbers. */
export const comparedPosition = (sync: ComparedSync, desired: DesiredVersion): SyncPosition => {
  const desiredVersion = desired.version ?? sync.desiredVersion;
  if (sync.observedVersion === desiredVersion)
    return { kind: 'in_sync', desiredVersion, sinceMs: Number.NaN };
  return {
    kind: sync.rejectedVersion === desiredVersion ? 'rejected' : 'differs',
    desiredVersion,
    sinceMs: Number.isNaN(sync.differsSinceMs) ? desired.sinceMs : sync.differsSinceMs,
  };
};

/** Milliseconds since 1970 of a time that may be missing; NaN if it is. */
export const msOf = (instant: Instant | null): number => (instant === null ? Number.NaN : epochMsOf(instant));

/** How long it has differed at a given time, in milliseconds. */
export const staleMs = (sinceMs: number, nowMs: number): number => (sinceMs <= nowMs ? nowMs - sinceMs : 0);

/** The status of an observed plane at a given time. */
export const syncStatusAt = (position: Pick<SyncPosition, 'kind' | 'sinceMs'>, nowMs: number): SyncStatus => {
  if (position.kind !== 'differs') return position.kind;
  return staleMs(position.sinceMs, nowMs) > STALE_AFTER_MS ? 'stale' : 'pending';
};

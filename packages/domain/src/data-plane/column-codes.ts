import { HEARTBEAT_HEALTHY_MS, HEARTBEAT_LATE_MS } from './plane-states.js';
import { NEVER_SEEN, type PlaneTable, SYNC_KIND } from './plane-table.js';
import { STALE_AFTER_MS, staleMs } from './sync-state.js';

/** Indices into DATA_PLANE_STATUSES. */
export const STATUS_CODE = { unhealthy: 0, unknown: 1, degraded: 2, healthy: 3 } as const;
/** Indices into SYNC_STATUSES. */
export const SYNC_CODE = { in_sync: 0, pending: 1, stale: 2, rejected: 3, unknown: 4 } as const;

/** The index in SYNC_STATUSES of a row's policy at a given time: `syncStatusAt` over columns. */
export const policyCode = (table: PlaneTable, slot: number, nowMs: number): number => {
  if (table.lastSeen[slot] === NEVER_SEEN) return SYNC_CODE.unknown;
  return codeOfSync(table.policyKinds[slot] as number, table.policySince[slot] as number, nowMs);
};

/** The index in DATA_PLANE_STATUSES of a row at a given time: `overallStatus` over columns. */
export const statusCode = (table: PlaneTable, slot: number, policy: number, nowMs: number): number => {
  const lastSeen = table.lastSeen[slot] as number;
  if (lastSeen === NEVER_SEEN) return STATUS_CODE.unknown;
  const age = nowMs - lastSeen;
  if (age > HEARTBEAT_LATE_MS || table.serving[slot] === 0) return STATUS_CODE.unhealthy;
  const config = codeOfSync(table.configKinds[slot] as number, table.configSince[slot] as number, nowMs);
  const degraded =
    age > HEARTBEAT_HEALTHY_MS ||
    policy > SYNC_CODE.pending ||
    config > SYNC_CODE.pending ||
    table.draining[slot] !== 0;
  return degraded ? STATUS_CODE.degraded : STATUS_CODE.healthy;
};

/** `policySync.staleSeconds` of a row at a given time. */
export const staleSecondsOf = (table: PlaneTable, slot: number, nowMs: number): number =>
  table.lastSeen[slot] === NEVER_SEEN
    ? 0
    : Math.floor(staleMs(table.policySince[slot] as number, nowMs) / 1000);

const codeOfSync = (kind: number, sinceMs: number, nowMs: number): number => {
  if (kind === SYNC_KIND.in_sync) return SYNC_CODE.in_sync;
  if (kind === SYNC_KIND.rejected) return SYNC_CODE.rejected;
  return nowMs - sinceMs > STALE_AFTER_MS ? SYNC_CODE.stale : SYNC_CODE.pending;
};

import { epochMsOf, type Instant } from '../instant.js';
import type { DataPlane, DataPlaneObservation } from './data-plane.js';
import type { DrainState, UpgradeState } from './data-plane.machine.js';

/** Every reason a plane's answer can contain. */
export const DATA_PLANE_REASONS = [
  'ok',
  'heartbeat_late',
  'heartbeat_lost',
  'never_seen',
  'policy_pending',
  'policy_stale',
  'policy_rejected',
  'config_stale',
  'version_unsupported',
  'not_serving',
  'draining',
  'sessions_active',
  'backup_overdue',
  'revocation_feed_behind',
] as const;
export type DataPlaneReason = (typeof DATA_PLANE_REASONS)[number];

export const HEARTBEAT_STATUSES = ['healthy', 'late', 'lost', 'never_seen'] as const;
export type HeartbeatStatus = (typeof HEARTBEAT_STATUSES)[number];

/** Heartbeats up to the first age are healthy, up to the second late, in milliseconds. */
const HEARTBEAT_HEALTHY_MS = 45_000;
const HEARTBEAT_LATE_MS = 120_000;
/** `heartbeat` of an answer. */
export interface HeartbeatView {
  readonly status: HeartbeatStatus;
  readonly lastSeenAt: Instant | '';
  readonly secondsSinceLast: number;
  readonly reasonCode: DataPlaneReason;
}

/** `drain` of an answer. `ready`: nothing prevents draining it. */
export interface DrainView {
  readonly ready: boolean;
  readonly state: DrainState;
  readonly reasonCodes: readonly DataPlaneReason[];
}

/** `upgrade` of an answer. `ready`: an upgrade can be ordered now. */
export interface UpgradeView {
  readonly ready: boolean;
  readonly state: UpgradeState;
  readonly reasonCodes: readonly DataPlaneReason[];
}

const HEARTBEAT_REASONS = {
  healthy: 'ok',
  late: 'heartbeat_late',
  lost: 'heartbeat_lost',
  never_seen: 'never_seen',
} as const satisfies Record<HeartbeatStatus, DataPlaneReason>;

/** `heartbeat` of an answer at a given time. */
export const heartbeatAt = (lastSeenAt: Instant | null, nowMs: number): HeartbeatView => {
  if (lastSeenAt === null)
    return { status: 'never_seen', lastSeenAt: '', secondsSinceLast: 0, reasonCode: 'never_seen' };
  const ageMs = Math.max(0, nowMs - epochMsOf(lastSeenAt));
  const status = heartbeatStatusOf(ageMs);
  return {
    status,
    lastSeenAt,
    secondsSinceLast: Math.floor(ageMs / 1000),
    reasonCode: HEARTBEAT_REASONS[status],
  };
};

/** The drain state to show: an order counts at once; the plane's reports fill in the rest. */
export const drainStateOf = (
  plane: Pick<DataPlane, 'drainRequestedAt'>,
  observation: Pick<DataPlaneObservation, 'drainState' | 'lastSeenAt' | 'activeSessions'>,
): DrainState => {
  if (plane.drainRequestedAt === null) return observation.drainState;
  if (observation.drainState === 'blocked' || observation.drainState === 'drained')
    return observation.drainState;
  return observation.lastSeenAt !== null && observation.activeSessions.total === 0 ? 'drained' : 'draining';
};

/** `drain` of an answer. */
export const drainOf = (
  state: DrainState,
  observation: DataPlaneObservation,
  heartbeat: HeartbeatStatus,
): DrainView => {
  const away = awayReason(heartbeat);
  const reasonCodes: DataPlaneReason[] = [
    ...away,
    ...(state === 'draining' ? (['draining'] as const) : []),
    ...(observation.activeSessions.total > 0 ? (['sessions_active'] as const) : []),
  ];
  return { ready: away.length === 0 && state !== 'blocked', state, reasonCodes: orOk(reasonCodes) };
};

/** The reasons, or only `ok` if there are none. */
export const orOk = (reasons: readonly DataPlaneReason[]): readonly DataPlaneReason[] =>
  reasons.length === 0 ? ['ok'] : reasons;

/** The upgrade state to show: an order counts until the plane reports again. */
export const upgradeStateOf = (
  plane: Pick<DataPlane, 'upgradeRequestedAt'>,
  observation: Pick<DataPlaneObservation, 'upgradeState' | 'lastSeenAt'>,
): UpgradeState => {
  const { upgradeRequestedAt } = plane;
  if (upgradeRequestedAt === null) return observation.upgradeState;
  const answered = observation.lastSeenAt !== null && observation.lastSeenAt > upgradeRequestedAt;
  return answered ? observation.upgradeState : 'in_progress';
};

/** `upgrade` of an answer. */
export const upgradeOf = (state: UpgradeState, heartbeat: HeartbeatStatus): UpgradeView => {
  const away = awayReason(heartbeat);
  const reasonCodes: DataPlaneReason[] = [
    ...away,
    ...(state === 'blocked' ? (['version_unsupported'] as const) : []),
  ];
  const ready = away.length === 0 && (state === 'available' || state === 'failed');
  return { ready, state, reasonCodes: orOk(reasonCodes) };
};

/** The heartbeat's status by age. A time ahead of the clock counts as now. */
const heartbeatStatusOf = (ageMs: number): Exclude<HeartbeatStatus, 'never_seen'> => {
  if (ageMs <= HEARTBEAT_HEALTHY_MS) return 'healthy';
  return ageMs <= HEARTBEAT_LATE_MS ? 'late' : 'lost';
};

const awayReason = (heartbeat: HeartbeatStatus): DataPlaneReason[] =>
  heartbeat === 'lost' || heartbeat === 'never_seen' ? [HEARTBEAT_REASONS[heartbeat]] : [];

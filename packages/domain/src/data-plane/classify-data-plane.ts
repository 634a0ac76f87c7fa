import type { Instant } from '../instant.js';
import type {
  DataPlane,
  DataPlaneObservation,
  DesiredState,
  PlaneReadiness,
  SyncObservation,
} from './data-plane.js';
import {
  type DataPlaneReason,
  type DrainView,
  drainOf,
  drainStateOf,
  type HeartbeatView,
  heartbeatAt,
  orOk,
  type UpgradeView,
  upgradeOf,
  upgradeStateOf,
} from './plane-states.js';
import { type DesiredVersion, type SyncStatus, staleMs, syncPosition, syncStatusAt } from './sync-state.js';

/** Overall statuses, worst first: the order of `sort=status` (docs/spec/data-planes.md). */
export const DATA_PLANE_STATUSES = ['unhealthy', 'unknown', 'degraded', 'healthy'] as const;
export type DataPlaneStatus = (typeof DATA_PLANE_STATUSES)[number];

/** `readiness` of an answer. Its status is the plane's overall status, the one that lists filter by (docs/spec/data-planes.md). */
export interface ReadinessView extends Omit<PlaneReadiness, 'status'> {
  readonly status: DataPlaneStatus;
}

/** `policySync` and `configPropagation` of an answer. */
export interface SyncView {
  readonly status: SyncStatus;
  readonly desiredVersion: string;
  readonly observedVersion: string;
  readonly lastAppliedAt: Instant | '';
  readonly staleSeconds: number;
  readonly reasonCode: DataPlaneReason;
}

/** The part of an answer derived from facts and the clock (docs/spec/data-planes.md#item). */
export interface DataPlaneClassification {
  readonly status: DataPlaneStatus;
  readonly heartbeat: HeartbeatView;
  readonly readiness: ReadinessView;
  readonly policySync: SyncView;
  readonly configPropagation: SyncView;
  readonly drain: DrainView;
  readonly upgrade: UpgradeView;
  /** Reasons against health, in the table's order; only `ok` if there are none. */
  readonly healthReasonCodes: readonly DataPlaneReason[];
}

/** Classifies a plane: a pure function of observed state, desired state and the clock (docs/spec/data-planes.md). */
export const classifyDataPlane = (
  plane: Pick<DataPlane, 'drainRequestedAt' | 'upgradeRequestedAt'>,
  observation: DataPlaneObservation,
  desired: DesiredState,
  nowMs: number,
): DataPlaneClassification => {
  const heartbeat = heartbeatAt(observation.lastSeenAt, nowMs);
  const syncOf = heartbeat.status === 'never_seen' ? unknownSync : syncView;
  const policy = { version: desired.policyVersion, since: desired.policySince };
  const config = { version: desired.configVersion, since: desired.configSince };
  const facts: StatusFacts = {
    observation,
    desired,
    heartbeat,
    policySync: syncOf(observation.policySync, policy, POLICY_REASONS, nowMs),
    configPropagation: syncOf(observation.configPropagation, config, CONFIG_REASONS, nowMs),
    drain: drainOf(drainStateOf(plane, observation), observation, heartbeat.status),
  };
  const status = overallStatus(facts);
  const readiness = heartbeat.status === 'never_seen' ? NEVER_READY : observation.readiness;
  return {
    status,
    heartbeat,
    readiness: { ...readiness, status },
    policySync: facts.policySync,
    configPropagation: facts.configPropagation,
    drain: facts.drain,
    upgrade: upgradeOf(upgradeStateOf(plane, observation), heartbeat.status),
    healthReasonCodes: healthReasons(facts),
  };
};

const NEVER_READY: Omit<PlaneReadiness, 'status'> = {
  serving: false,
  reasonCodes: ['never_seen'],
  checkedAt: '',
};

/** The inputs of the status and its reasons. */
interface StatusFacts
  extends Pick<DataPlaneClassification, 'heartbeat' | 'policySync' | 'configPropagation' | 'drain'> {
  readonly observation: DataPlaneObservation;
  readonly desired: DesiredState;
}

/** The overall status: the first matching rule, in the contract's order. */
const overallStatus = (facts: StatusFacts): DataPlaneStatus => {
  const { observation, desired, heartbeat } = facts;
  const applied = observation.lastRevocationSequence;
  if (heartbeat.status === 'never_seen') return 'unknown';
  if (heartbeat.status === 'lost' || !observation.readiness.serving || applied < desired.revocationsOverdue)
    return 'unhealthy';
  const degraded =
    heartbeat.status === 'late' ||
    isBehind(facts.policySync) ||
    isBehind(facts.configPropagation) ||
    facts.drain.state !== 'not_draining' ||
    applied < desired.revocationsDue;
  return degraded ? 'degraded' : 'healthy';
};

const isBehind = ({ status }: SyncView): boolean => status !== 'in_sync' && status !== 'pending';

/** In the order of `DATA_PLANE_REASONS`. */
const healthReasons = (facts: StatusFacts): readonly DataPlaneReason[] => {
  const { observation, desired, heartbeat, policySync, configPropagation } = facts;
  const seen = heartbeat.status !== 'never_seen';
  const reasons: DataPlaneReason[] = seen
    ? [heartbeat.reasonCode, policySync.reasonCode, configPropagation.reasonCode]
    : ['never_seen'];
  if (seen && observation.upgradeState === 'blocked') reasons.push('version_unsupported');
  if (seen && !observation.readiness.serving) reasons.push('not_serving');
  if (facts.drain.state !== 'not_draining') reasons.push('draining');
  if (observation.backupRestore.reasonCode === 'backup_overdue') reasons.push('backup_overdue');
  if (seen && observation.lastRevocationSequence < desired.revocationsDue)
    reasons.push('revocation_feed_behind');
  return orOk(reasons.filter((reason) => reason !== 'ok'));
};

const POLICY_REASONS = {
  in_sync: 'ok',
  pending: 'policy_pending',
  stale: 'policy_stale',
  rejected: 'policy_rejected',
  unknown: 'never_seen',
} as const satisfies Record<SyncStatus, DataPlaneReason>;

// The contract has one code for configuration that is not as desired; waiting for it is no fault.
const CONFIG_REASONS = {
  in_sync: 'ok',
  pending: 'ok',
  stale: 'config_stale',
  rejected: 'config_stale',
  unknown: 'never_seen',
} as const satisfies Record<SyncStatus, DataPlaneReason>;

const syncView = (
  sync: SyncObservation,
  desired: DesiredVersion,
  reasons: Readonly<Record<SyncStatus, DataPlaneReason>>,
  nowMs: number,
): SyncView => {
  const position = syncPosition(sync, desired);
  const status = syncStatusAt(position, nowMs);
  return {
    status,
    desiredVersion: position.desiredVersion,
    observedVersion: sync.observedVersion,
    lastAppliedAt: sync.lastAppliedAt ?? '',
    staleSeconds: Math.floor(staleMs(position.since, nowMs) / 1000),
    reasonCode: reasons[status],
  };
};

/** What is said of a plane that was never seen. */
const unknownSync = (sync: SyncObservation, desired: DesiredVersion): SyncView => ({
  status: 'unknown',
  desiredVersion: desired.version ?? sync.desiredVersion,
  observedVersion: sync.observedVersion,
  lastAppliedAt: '',
  staleSeconds: 0,
  reasonCode: 'never_seen',
});

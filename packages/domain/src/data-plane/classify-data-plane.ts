import { epochMsOf, type Instant } from '../instant.js';
import type {
  DataPlane,
  DataPlaneObservation,
  DesiredState,
  PlaneReadiness,
  SyncObservation,
} from './data-plane.js';
import {
  DATA_PLANE_REASONS,
  type DataPlaneReason,
  type DrainView,
  drainOf,
  drainStateOf,
  type HeartbeatStatus,
  type HeartbeatView,
  heartbeatAt,
  orOk,
  type UpgradeView,
  upgradeOf,
  upgradeStateOf,
} from './plane-states.js';
import { type SyncPosition, type SyncStatus, staleMs, syncPosition, syncStatusAt } from './sync-state.js';

/** Overall statuses, worst first: the order of `sort=status` (decisions, section 7). */
export const DATA_PLANE_STATUSES = ['unhealthy', 'unknown', 'degraded', 'healthy'] as const;
export type DataPlaneStatus = (typeof DATA_PLANE_STATUSES)[number];

/** How long a plane may take to apply a revocation before it counts as lagging, in milliseconds. */
export const REVOCATION_BEHIND_MS = 30_000;

/** `policySync` and `configPropagation` of an answer. */
export interface SyncView {
  readonly status: SyncStatus;
  readonly desiredVersion: string;
  readonly observedVersion: string;
  readonly lastAppliedAt: Instant | '';
  readonly staleSeconds: number;
  readonly reasonCode: DataPlaneReason;
}

/** The part of an answer derived from facts and the clock (contract, section 2.6). */
export interface DataPlaneClassification {
  readonly status: DataPlaneStatus;
  readonly heartbeat: HeartbeatView;
  readonly readiness: PlaneReadiness;
  readonly policySync: SyncView;
  readonly configPropagation: SyncView;
  readonly drain: DrainView;
  readonly upgrade: UpgradeView;
  /** Reasons against health, in the table's order; only `ok` if there are none. */
  readonly healthReasonCodes: readonly DataPlaneReason[];
}

/** Classifies a plane: a pure function of observed state, desired state and the clock (decisions, section 7). */
export const classifyDataPlane = (
  plane: Pick<DataPlane, 'drainRequestedAt' | 'upgradeRequestedAt'>,
  observation: DataPlaneObservation,
  desired: DesiredState,
  nowMs: number,
): DataPlaneClassification => {
  const heartbeat = heartbeatAt(observation.lastSeenAt, nowMs);
  const seen = heartbeat.status !== 'never_seen';
  const policy = policyPosition(observation, desired);
  const config = configPosition(observation, desired);
  const sight = { seen, nowMs };
  const policySync = syncView(observation.policySync, { position: policy, reasons: POLICY_REASONS }, sight);
  const configPropagation = syncView(
    observation.configPropagation,
    { position: config, reasons: CONFIG_REASONS },
    sight,
  );
  const drain = drainOf(drainStateOf(plane, observation), observation, heartbeat.status);
  const status = overallStatus({
    heartbeat: heartbeat.status,
    serving: observation.readiness.serving,
    policySync: policySync.status,
    configPropagation: configPropagation.status,
    draining: drain.state !== 'not_draining',
  });
  const found = {
    heartbeat: heartbeat.reasonCode,
    policy: policySync.reasonCode,
    config: configPropagation.reasonCode,
    draining: drain.state !== 'not_draining',
    seen,
  };
  return {
    status,
    heartbeat,
    readiness: seen ? observation.readiness : NEVER_READY,
    policySync,
    configPropagation,
    drain,
    upgrade: upgradeOf(upgradeStateOf(plane, observation), heartbeat.status),
    healthReasonCodes: healthReasons(observation, { desired, nowMs }, found),
  };
};

const NEVER_READY: PlaneReadiness = {
  status: 'unknown',
  serving: false,
  reasonCodes: ['never_seen'],
  checkedAt: '',
};

/** A plane's state relative to its environment's policy. */
const policyPosition = (
  observation: Pick<DataPlaneObservation, 'policySync'>,
  desired: Pick<DesiredState, 'policyVersion' | 'policySince'>,
): SyncPosition =>
  syncPosition(observation.policySync, { version: desired.policyVersion, since: desired.policySince });

/** A plane's state relative to its environment's configuration. */
const configPosition = (
  observation: Pick<DataPlaneObservation, 'configPropagation'>,
  desired: Pick<DesiredState, 'configVersion' | 'configSince'>,
): SyncPosition =>
  syncPosition(observation.configPropagation, { version: desired.configVersion, since: desired.configSince });

/** The inputs of the status. */
export interface StatusFacts {
  readonly heartbeat: HeartbeatStatus;
  readonly serving: boolean;
  readonly policySync: SyncStatus;
  readonly configPropagation: SyncStatus;
  readonly draining: boolean;
}

/** The overall status: the first matching rule, in the contract's order. */
const overallStatus = (facts: StatusFacts): DataPlaneStatus => {
  if (facts.heartbeat === 'never_seen') return 'unknown';
  if (facts.heartbeat === 'lost' || !facts.serving) return 'unhealthy';
  const degraded =
    facts.heartbeat === 'late' ||
    isBehind(facts.policySync) ||
    isBehind(facts.configPropagation) ||
    facts.draining;
  return degraded ? 'degraded' : 'healthy';
};

const isBehind = (status: SyncStatus): boolean => status !== 'in_sync' && status !== 'pending';

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

interface SyncExpectation {
  readonly position: SyncPosition;
  readonly reasons: Readonly<Record<SyncStatus, DataPlaneReason>>;
}

interface Sight {
  readonly seen: boolean;
  readonly nowMs: number;
}

const syncView = (
  sync: SyncObservation,
  { position, reasons }: SyncExpectation,
  { seen, nowMs }: Sight,
): SyncView => {
  const status = seen ? syncStatusAt(position, nowMs) : 'unknown';
  return {
    status,
    desiredVersion: position.desiredVersion,
    observedVersion: sync.observedVersion,
    lastAppliedAt: seen ? (sync.lastAppliedAt ?? '') : '',
    staleSeconds: seen ? Math.floor(staleMs(position.sinceMs, nowMs) / 1000) : 0,
    reasonCode: reasons[status],
  };
};

interface Expectation {
  readonly desired: DesiredState;
  readonly nowMs: number;
}

const healthReasons = (
  observation: DataPlaneObservation,
  { desired, nowMs }: Expectation,
  found: {
    readonly heartbeat: DataPlaneReason;
    readonly policy: DataPlaneReason;
    readonly config: DataPlaneReason;
    readonly draining: boolean;
    readonly seen: boolean;
  },
): readonly DataPlaneReason[] => {
  const { seen } = found;
  const held = new Set<DataPlaneReason>([found.heartbeat, found.policy, found.config]);
  if (seen && !observation.readiness.serving) held.add('not_serving');
  if (seen && observation.upgradeState === 'blocked') held.add('version_unsupported');
  if (found.draining) held.add('draining');
  if (observation.backupRestore.reasonCode === 'backup_overdue') held.add('backup_overdue');
  if (seen && isFeedBehind(observation, desired, nowMs)) held.add('revocation_feed_behind');
  held.delete('ok');
  return orOk(DATA_PLANE_REASONS.filter((reason) => held.has(reason)));
};

const isFeedBehind = (
  observation: Pick<DataPlaneObservation, 'lastRevocationSequence'>,
  desired: DesiredState,
  nowMs: number,
): boolean =>
  observation.lastRevocationSequence < desired.revocationSequence &&
  (desired.revocationAt === null || nowMs - epochMsOf(desired.revocationAt) > REVOCATION_BEHIND_MS);

import type { Instant } from '../instant.js';
import type {
  DataPlane,
  DataPlaneObservation,
  DesiredState,
  PlaneBackup,
  PlaneReadiness,
  PlaneSessions,
  PlaneVersion,
  SyncObservation,
} from './data-plane.js';
import type { DrainState, UpgradeState } from './data-plane.machine.js';
import { syncPosition } from './sync-state.js';

/** A plane's statement about a version it is to run. */
export interface SyncReport {
  readonly observedVersion: string;
  readonly lastAppliedAt?: Instant | null;
  /** The version it rejected; null: none. */
  readonly rejectedVersion?: string | null;
}

/** The content of a heartbeat. What it omits stays as last reported. */
export interface HeartbeatReport {
  readonly version?: Partial<PlaneVersion>;
  readonly readiness?: Pick<PlaneReadiness, 'status' | 'serving'> &
    Partial<Pick<PlaneReadiness, 'reasonCodes'>>;
  readonly policySync?: SyncReport;
  readonly configPropagation?: SyncReport;
  readonly activeSessions?: Partial<PlaneSessions>;
  readonly drainState?: DrainState;
  readonly upgradeState?: UpgradeState;
  readonly backupRestore?: PlaneBackup;
  readonly lastRevocationSequence?: number;
}

/** A heartbeat as it came: when, and what the plane was to run then. */
interface Heartbeat {
  readonly report: HeartbeatReport;
  readonly desired: DesiredState;
  readonly now: Instant;
}

/** A plane's observation after a heartbeat. The time is the server's; a plane with a probe gets its readiness from there. */
export const observationAfterHeartbeat = (
  plane: Pick<DataPlane, 'readinessProbeRef'>,
  before: DataPlaneObservation,
  { report, desired, now }: Heartbeat,
): DataPlaneObservation => ({
  ...before,
  lastSeenAt: now,
  version: { ...before.version, ...report.version },
  readiness: readinessAfter(plane, before.readiness, { report: report.readiness, now }),
  policySync: syncAfter(before.policySync, {
    report: report.policySync,
    desired: { version: desired.policyVersion, since: desired.policySince },
    now,
  }),
  configPropagation: syncAfter(before.configPropagation, {
    report: report.configPropagation,
    desired: { version: desired.configVersion, since: desired.configSince },
    now,
  }),
  activeSessions: { ...before.activeSessions, ...report.activeSessions },
  drainState: report.drainState ?? before.drainState,
  upgradeState: report.upgradeState ?? before.upgradeState,
  backupRestore: report.backupRestore ?? before.backupRestore,
  // A restarted plane has applied nothing yet, so its echo may fall back.
  lastRevocationSequence: report.lastRevocationSequence ?? before.lastRevocationSequence,
  ...stepsAfter(before, report.lastRevocationSequence, now),
});

/** Steps remembered per plane; when earlier ones were applied is no longer known. */
export const MOST_REVOCATION_STEPS = 64;

/** The result of a readiness probe (docs/spec/data-planes.md): 2xx, 503, or anything else with its reason. */
export type ReadinessProbe =
  | { readonly answered: 'ready' | 'not_ready' }
  | { readonly answered: 'other'; readonly reasonCode: string };

/** A heartbeat as it came: when, and what the plane was to run then. */
interface Heartbeat {
  readonly report: HeartbeatReport;
  readonly desired: DesiredState;
  readonly now: Instant;
}

/** A plane's observation after a probe. The heartbeat is unchanged; an inconclusive probe leaves `serving` as it was. */
export const observationAfterProbe = (
  before: DataPlaneObservation,
  probe: ReadinessProbe,
  now: Instant,
): DataPlaneObservation => {
  if (probe.answered === 'other')
    return {
      ...before,
      readiness: {
        status: 'unknown',
        serving: before.readiness.serving,
        reasonCodes: [probe.reasonCode],
        checkedAt: now,
      },
    };
  const serving = probe.answered === 'ready';
  return {
    ...before,
    readiness: {
      status: probe.answered,
      serving,
      reasonCodes: [serving ? 'ok' : 'not_serving'],
      checkedAt: now,
    },
  };
};

const stepsAfter = (
  before: DataPlaneObservation,
  sequence: number | undefined,
  now: Instant,
): Pick<DataPlaneObservation, 'revocationSteps'> => {
  if (sequence === undefined || sequence === before.lastRevocationSequence) return {};
  const kept = (before.revocationSteps ?? []).filter((step) => step.sequence < sequence);
  if (sequence === 0) return before.revocationSteps === undefined ? {} : { revocationSteps: [] };
  return { revocationSteps: [...kept, { sequence, at: now }].slice(-MOST_REVOCATION_STEPS) };
};

interface ReadinessReport {
  readonly report: HeartbeatReport['readiness'];
  readonly now: Instant;
}

const readinessAfter = (
  plane: Pick<DataPlane, 'readinessProbeRef'>,
  before: PlaneReadiness,
  { report, now }: ReadinessReport,
): PlaneReadiness => {
  const probed = plane.readinessProbeRef !== null && before.checkedAt !== '';
  if (report === undefined || probed) return before;
  return {
    status: report.status,
    serving: report.serving,
    reasonCodes: report.reasonCodes ?? [report.serving ? 'ok' : 'not_serving'],
    // With a probe, the heartbeat only bridges the time to the first check.
    checkedAt: plane.readinessProbeRef === null ? now : '',
  };
};

interface SyncReported {
  readonly report: SyncReport | undefined;
  readonly desired: { readonly version: string | null; readonly since: Instant | null };
  readonly now: Instant;
}

const syncAfter = (before: SyncObservation, { report, desired, now }: SyncReported): SyncObservation => {
  const after: SyncObservation = {
    desiredVersion: desired.version ?? before.desiredVersion,
    observedVersion: report?.observedVersion ?? before.observedVersion,
    lastAppliedAt: report?.lastAppliedAt === undefined ? before.lastAppliedAt : report.lastAppliedAt,
    rejectedVersion: report?.rejectedVersion === undefined ? before.rejectedVersion : report.rejectedVersion,
    differsSince: before.differsSince,
  };
  return { ...after, differsSince: differsSince(before, { after, desired, now }) };
};

interface SyncChange {
  readonly after: SyncObservation;
  readonly desired: { readonly version: string | null; readonly since: Instant | null };
  readonly now: Instant;
}

/** Since when a plane is out of sync: since before, since the version was desired, or, if it fell back, since now. */
const differsSince = (before: SyncObservation, { after, desired, now }: SyncChange): Instant | null => {
  if (syncPosition(after, desired).kind === 'in_sync') return null;
  const fellBack = before.observedVersion === after.desiredVersion;
  return before.differsSince ?? (fellBack ? now : (desired.since ?? now));
};

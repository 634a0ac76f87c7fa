import type { Instant } from '../instant.js';
import type { DrainState, UpgradeState } from './data-plane.machine.js';

export const DEPLOYMENT_MODES = ['managed', 'customer_hosted', 'hybrid', 'air_gapped', 'local'] as const;
export type DeploymentMode = (typeof DEPLOYMENT_MODES)[number];

export const READINESS_STATUSES = ['ready', 'not_ready', 'unknown'] as const;
export type ReadinessStatus = (typeof READINESS_STATUSES)[number];

export const BACKUP_COVERAGES = ['covered', 'partial', 'not_covered', 'not_applicable', 'unknown'] as const;
export type BackupCoverage = (typeof BACKUP_COVERAGES)[number];

export const TRUST_BOUNDARIES = ['customer', 'vendor'] as const;
export type TrustBoundary = (typeof TRUST_BOUNDARIES)[number];

/** Every plane's statement about its boundary (docs/spec/data-planes.md). */
export const TRUST_BOUNDARY_FACTS = {
  mode: 'metadata_only',
  privateRuntimeDataLeavesBoundary: false,
  secretMaterialReturned: false,
  redactedMetadataMode: true,
  noRequiredOutboundRuntime: true,
} as const;

/** What never crosses the boundary. */
export const FORBIDDEN_MATERIAL = [
  'prompts',
  'completions',
  'tool_arguments',
  'tool_results',
  'request_bodies',
  'response_bodies',
  'tokens',
  'credentials',
  'secrets',
] as const;

/** A data plane as registered and desired by operators (docs/spec/data-planes.md#item). Its reports are in `DataPlaneObservation`. */
export interface DataPlane {
  readonly dataPlaneId: string;
  readonly tenantId: string;
  readonly environmentId: string;
  readonly displayName: string;
  readonly deploymentMode: DeploymentMode;
  readonly location: {
    readonly region: string;
    readonly zone: string;
    readonly cluster: string;
    readonly namespace: string;
    readonly deploymentRef: string;
    readonly customerLocation: string;
  };
  readonly trustBoundary: {
    readonly controlPlaneBoundary: TrustBoundary;
    readonly runtimeTrafficBoundary: TrustBoundary;
    readonly runtimeDataBoundary: TrustBoundary;
  };
  /** Write-only reference to the URL the worker probes; null: readiness comes from the heartbeat. */
  readonly readinessProbeRef: string | null;
  readonly drainRequestedAt: Instant | null;
  readonly upgradeRequestedAt: Instant | null;
  readonly resyncRequestedAt: Instant | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A plane's progress with a version it is to run. */
export interface SyncObservation {
  /** Used as desired if the environment itself names no version. */
  readonly desiredVersion: string;
  readonly observedVersion: string;
  readonly lastAppliedAt: Instant | null;
  /** Since when it has run something other than desired, according to its reports; null: it was up to date when last heard. */
  readonly differsSince: Instant | null;
  /** The version it rejected, null if none. */
  readonly rejectedVersion: string | null;
}

export interface PlaneVersion {
  readonly controlPlane: string;
  readonly dataPlane: string;
  readonly helmChart: string;
  readonly config: string;
  readonly policy: string;
}

export interface PlaneReadiness {
  readonly status: ReadinessStatus;
  readonly serving: boolean;
  readonly reasonCodes: readonly string[];
  /** "" while never checked. */
  readonly checkedAt: Instant | '';
}

export interface PlaneSessions {
  readonly total: number;
  readonly stateful: number;
  readonly draining: number;
  readonly reconnectable: number;
}

export interface PlaneBackup {
  readonly relevant: boolean;
  readonly coverageStatus: BackupCoverage;
  readonly reasonCode: string;
  readonly lastBackupAt?: Instant;
  readonly restoreTestedAt?: Instant;
}

/** What a plane reported or a probe saw: facts, written without audit events. */
export interface DataPlaneObservation {
  readonly dataPlaneId: string;
  readonly tenantId: string;
  readonly environmentId: string;
  /** Null: never seen. */
  readonly lastSeenAt: Instant | null;
  readonly version: PlaneVersion;
  readonly readiness: PlaneReadiness;
  readonly policySync: SyncObservation;
  readonly configPropagation: SyncObservation;
  readonly activeSessions: PlaneSessions;
  readonly drainState: DrainState;
  readonly upgradeState: UpgradeState;
  readonly backupRestore: PlaneBackup;
  /** The last revocation it applied. */
  readonly lastRevocationSequence: number;
  /** When it was first reported to have reached its latest steps, oldest first. */
  readonly revocationSteps?: readonly RevocationStep[];
}

/** A plane reported having applied all revocations up to one. */
export interface RevocationStep {
  readonly sequence: number;
  readonly at: Instant;
}

/** What an environment's planes should be running now. Null: the environment names none, so each plane's own desired version applies. */
export interface DesiredState {
  readonly policyVersion: string | null;
  /** Since when that version is desired. */
  readonly policySince: Instant | null;
  readonly configVersion: string | null;
  readonly configSince: Instant | null;
  /** The last revocation that planes have had a minute to apply; 0: none. Whoever has not is degraded. */
  readonly revocationsDue: number;
  /** The last revocation that planes have had ten minutes to apply; 0: none. Whoever has not is unhealthy. */
  readonly revocationsOverdue: number;
}

/** How long a plane may take to apply a revocation before it is degraded, in milliseconds. */
export const REVOCATION_DUE_MS = 60_000;
/** And before it is unhealthy. */
export const REVOCATION_OVERDUE_MS = 600_000;

/** An environment without a desired state. */
export const NOTHING_DESIRED: DesiredState = {
  policyVersion: null,
  policySince: null,
  configVersion: null,
  configSince: null,
  revocationsDue: 0,
  revocationsOverdue: 0,
};

const UNSYNCED: SyncObservation = {
  desiredVersion: '',
  observedVersion: '',
  lastAppliedAt: null,
  differsSince: null,
  rejectedVersion: null,
};

/** The state of a plane that was never seen. */
export const newDataPlaneObservation = (
  plane: Pick<DataPlane, 'dataPlaneId' | 'tenantId' | 'environmentId'>,
): DataPlaneObservation => ({
  dataPlaneId: plane.dataPlaneId,
  tenantId: plane.tenantId,
  environmentId: plane.environmentId,
  lastSeenAt: null,
  version: { controlPlane: '', dataPlane: '', helmChart: '', config: '', policy: '' },
  readiness: { status: 'unknown', serving: false, reasonCodes: ['never_seen'], checkedAt: '' },
  policySync: UNSYNCED,
  configPropagation: UNSYNCED,
  activeSessions: { total: 0, stateful: 0, draining: 0, reconnectable: 0 },
  drainState: 'not_draining',
  upgradeState: 'up_to_date',
  backupRestore: { relevant: false, coverageStatus: 'unknown', reasonCode: 'never_seen' },
  lastRevocationSequence: 0,
});

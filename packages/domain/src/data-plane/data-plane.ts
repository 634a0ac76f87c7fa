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

/** What every plane says about its boundary (decisions, section 7). */
export const TRUST_BOUNDARY_FACTS = {
  mode: 'metadata_only',
  privateRuntimeDataLeavesBoundary: false,
  secretMaterialReturned: false,
  redactedMetadataMode: true,
  noRequiredOutboundRuntime: true,
} as const;

/** What never passes the boundary. */
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

/** A data plane as it was registered and as operators want it (contract, section 2.6). What it reports is in `DataPlaneObservation`. */
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
  /** Write-only reference to the URL that the worker probes; null: readiness is what the heartbeat says. */
  readonly readinessProbeRef: string | null;
  readonly drainRequestedAt: Instant | null;
  readonly upgradeRequestedAt: Instant | null;
  readonly resyncRequestedAt: Instant | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** How far a plane is with a version it is to run. */
export interface SyncObservation {
  /** What counts as desired where the environment itself names no version. */
  readonly desiredVersion: string;
  readonly observedVersion: string;
  readonly lastAppliedAt: Instant | null;
  /** Since when it has run something other than desired, according to its reports; null: it was up to date when last heard. */
  readonly differsSince: Instant | null;
  /** The version that it refused, null if none. */
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

/** What a plane reported or a probe saw: facts, written without an audit event of their own. */
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
  /** The last revocation that it applied. */
  readonly lastRevocationSequence: number;
  /** When it was first heard to have come so far, for the latest of its steps, oldest first. */
  readonly revocationSteps?: readonly RevocationStep[];
}

/** A plane was heard to have applied all revocations up to one. */
export interface RevocationStep {
  readonly sequence: number;
  readonly at: Instant;
}

/** What the planes of an environment ought to run now. Null: the environment names none, so each plane's own fact counts. */
export interface DesiredState {
  readonly policyVersion: string | null;
  /** Since when that version is the desired one. */
  readonly policySince: Instant | null;
  readonly configVersion: string | null;
  readonly configSince: Instant | null;
  /** The last sequence of the environment's revocation feed, and when it was issued. */
  readonly revocationSequence: number;
  readonly revocationAt: Instant | null;
}

/** An environment that names nothing. */
export const NOTHING_DESIRED: DesiredState = {
  policyVersion: null,
  policySince: null,
  configVersion: null,
  configSince: null,
  revocationSequence: 0,
  revocationAt: null,
};

const UNSYNCED: SyncObservation = {
  desiredVersion: '',
  observedVersion: '',
  lastAppliedAt: null,
  differsSince: null,
  rejectedVersion: null,
};

/** What is known of a plane that was never seen. */
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

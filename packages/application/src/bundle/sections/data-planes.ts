import {
  type DataPlane,
  type DataPlaneObservation,
  epochMsOf,
  type Instant,
  instantOf,
} from '@govgate/domain';
import {
  acceptSecretReference,
  dataPlaneClasses,
  dataPlaneObservationClasses,
  drainStateOf,
  newDataPlaneObservation,
  type SyncObservation,
  upgradeStateOf,
} from '@govgate/domain/internal';
import { dataPlaneKind, dataPlaneObservationKind } from '@govgate/ports';
import { eachShown, pairedById, type Shown, withoutNulls } from '../giving.js';
import { defineSection, type TakeFacts } from '../section.js';

type Plane = DataPlane;
type Observation = DataPlaneObservation;

/** A bundle's entry for a version a plane is to run. `staleSeconds` counted from when the plane was last heard. */
interface SyncItem {
  /** Only `rejected` is a fact; the other statuses are derived from the versions and the clock. */
  readonly status?: string;
  readonly desiredVersion?: string;
  readonly observedVersion?: string;
  readonly lastAppliedAt?: Instant | '';
  readonly staleSeconds?: number;
}

/** A data plane in a bundle: its registration and observed state, nothing that depends on the clock. */
export interface DataPlaneItem
  extends Pick<Plane, 'dataPlaneId' | 'tenantId' | 'environmentId' | 'displayName' | 'deploymentMode'> {
  readonly location?: Partial<Plane['location']>;
  readonly version?: Partial<Observation['version']>;
  readonly heartbeat?: { readonly lastSeenAt?: Instant | '' };
  readonly readiness?: Partial<Observation['readiness']>;
  readonly policySync?: SyncItem;
  readonly configPropagation?: SyncItem;
  readonly activeSessions?: Partial<Observation['activeSessions']>;
  readonly drain?: { readonly state?: Observation['drainState'] };
  readonly upgrade?: { readonly state?: Observation['upgradeState'] };
  readonly backupRestore?: Partial<Observation['backupRestore']>;
  readonly trustBoundary?: Partial<Plane['trustBoundary']>;
  /** Write-only: accepted, never exported. */
  readonly readinessProbeRef?: string | null;
  /** Orders no plane has answered yet; only bundles have these fields. */
  readonly drainRequestedAt?: Instant | null;
  readonly upgradeRequestedAt?: Instant | null;
  readonly resyncRequestedAt?: Instant | null;
}

/** Data planes with their last reports. */
export const dataPlanesSection = defineSection<DataPlaneItem, Plane>({
  eventType: 'data_plane.imported',
  kind: dataPlaneKind,
  keyOf: ({ tenantId, environmentId, dataPlaneId }) => ({ tenantId, environmentId, id: dataPlaneId }),
  take: (item, facts) => ({
    record: planeOf(item, facts),
    parts: [{ kind: dataPlaneObservationKind, record: observationOf(item), expectedVersion: 'any' }],
  }),
  async *give(records) {
    const planes = eachShown(records, dataPlaneKind, dataPlaneClasses);
    const observed = eachShown(records, dataPlaneObservationKind, dataPlaneObservationClasses);
    for await (const [plane, observation] of pairedById(planes, observed, (record) => record.dataPlaneId))
      yield dataPlaneItem(plane, observation ?? newDataPlaneObservation(plane));
  },
});

const NOWHERE: Plane['location'] = {
  region: '',
  zone: '',
  cluster: '',
  namespace: '',
  deploymentRef: '',
  customerLocation: '',
};

const CUSTOMER_BOUNDARY: Plane['trustBoundary'] = {
  controlPlaneBoundary: 'vendor',
  runtimeTrafficBoundary: 'customer',
  runtimeDataBoundary: 'customer',
};

const planeOf = (item: DataPlaneItem, facts: TakeFacts<Plane>): Plane => ({
  dataPlaneId: item.dataPlaneId,
  tenantId: item.tenantId,
  environmentId: item.environmentId,
  displayName: item.displayName,
  deploymentMode: item.deploymentMode,
  location: { ...NOWHERE, ...item.location },
  trustBoundary: { ...CUSTOMER_BOUNDARY, ...item.trustBoundary },
  readinessProbeRef: probeRefOf(item, facts),
  drainRequestedAt: item.drainRequestedAt ?? null,
  upgradeRequestedAt: item.upgradeRequestedAt ?? null,
  resyncRequestedAt: item.resyncRequestedAt ?? null,
  createdAt: facts.before?.createdAt ?? facts.now,
  updatedAt: facts.now,
});

// Omitted fields keep their value, as exports never carry them.
const probeRefOf = (
  { readinessProbeRef }: DataPlaneItem,
  { before, note }: TakeFacts<Plane>,
): string | null => {
  if (readinessProbeRef === undefined) return before?.readinessProbeRef ?? null;
  if (readinessProbeRef === null) return null;
  const accepted = acceptSecretReference(readinessProbeRef, 'readinessProbeRef');
  if (accepted.ok) return accepted.value.reveal();
  note('invalid_value', 'readinessProbeRef');
  return null;
};

const observationOf = (item: DataPlaneItem): Observation => {
  const never = newDataPlaneObservation(item);
  const lastSeenAt = item.heartbeat?.lastSeenAt || null;
  return {
    ...never,
    lastSeenAt,
    version: { ...never.version, ...item.version },
    readiness: { ...never.readiness, ...item.readiness },
    policySync: syncOf(item.policySync ?? {}, lastSeenAt),
    configPropagation: syncOf(item.configPropagation ?? {}, lastSeenAt),
    activeSessions: { ...never.activeSessions, ...item.activeSessions },
    drainState: item.drain?.state ?? never.drainState,
    upgradeState: item.upgrade?.state ?? never.upgradeState,
    backupRestore: { ...never.backupRestore, ...item.backupRestore },
  };
};

const syncOf = (item: SyncItem, lastSeenAt: Instant | null): SyncObservation => {
  const { status, desiredVersion = '', observedVersion = '', lastAppliedAt, staleSeconds = 0 } = item;
  const differs = desiredVersion !== observedVersion;
  return {
    desiredVersion,
    observedVersion,
    lastAppliedAt: lastAppliedAt || null,
    differsSince:
      differs && lastSeenAt !== null ? instantOf(epochMsOf(lastSeenAt) - staleSeconds * 1000) : null,
    rejectedVersion: differs && status === 'rejected' ? desiredVersion : null,
  };
};

const syncItem = (sync: SyncObservation, lastSeenAt: Instant | null): SyncItem => {
  const { desiredVersion, observedVersion, lastAppliedAt, differsSince, rejectedVersion } = sync;
  const differs = desiredVersion !== observedVersion;
  const staleMs =
    differs && differsSince !== null && lastSeenAt !== null
      ? epochMsOf(lastSeenAt) - epochMsOf(differsSince)
      : 0;
  return {
    ...(differs && rejectedVersion === desiredVersion ? { status: 'rejected' } : {}),
    desiredVersion,
    observedVersion,
    lastAppliedAt: lastAppliedAt ?? '',
    staleSeconds: Math.max(0, Math.floor(staleMs / 1000)),
  };
};

const dataPlaneItem = (
  plane: Shown<Plane, typeof dataPlaneClasses>,
  observation: Shown<Observation, typeof dataPlaneObservationClasses>,
): DataPlaneItem => ({
  dataPlaneId: plane.dataPlaneId,
  tenantId: plane.tenantId,
  environmentId: plane.environmentId,
  displayName: plane.displayName,
  deploymentMode: plane.deploymentMode,
  location: plane.location,
  version: observation.version,
  heartbeat: { lastSeenAt: observation.lastSeenAt ?? '' },
  readiness: observation.readiness,
  policySync: syncItem(observation.policySync, observation.lastSeenAt),
  configPropagation: syncItem(observation.configPropagation, observation.lastSeenAt),
  activeSessions: observation.activeSessions,
  drain: { state: drainStateOf(plane, observation) },
  upgrade: { state: upgradeStateOf(plane, observation) },
  backupRestore: observation.backupRestore,
  trustBoundary: plane.trustBoundary,
  ...withoutNulls(
    {
      drainRequestedAt: plane.drainRequestedAt,
      upgradeRequestedAt: plane.upgradeRequestedAt,
      resyncRequestedAt: plane.resyncRequestedAt,
    },
    'drainRequestedAt',
    'upgradeRequestedAt',
    'resyncRequestedAt',
  ),
});

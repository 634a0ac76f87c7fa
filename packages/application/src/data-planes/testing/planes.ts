import {
  type DataPlane,
  type DataPlaneObservation,
  epochMsOf,
  instantOf,
  type PolicyVersion,
} from '@govgate/domain';
import {
  DEPLOYMENT_MODES,
  DRAIN_STATES,
  newDataPlaneObservation,
  type SyncObservation,
  UPGRADE_STATES,
} from '@govgate/domain/internal';
import { dataPlaneKind, dataPlaneObservationKind, policyVersionKind } from '@govgate/ports';
import fc from 'fast-check';
import { type Bench, makeBench, PROD_SCOPE, START } from '../../testing/use-case-bench.js';
import type { DataPlaneList, ListDataPlanesInput } from '../list-data-planes.js';

export const START_MS = epochMsOf(START);

/** A registered plane, with overrides. */
export const planeOf = (dataPlaneId: string, fields: Partial<DataPlane> = {}): DataPlane => ({
  dataPlaneId,
  ...PROD_SCOPE,
  displayName: dataPlaneId,
  deploymentMode: 'managed',
  location: {
    region: 'eu',
    zone: 'a',
    cluster: 'c1',
    namespace: 'gateway',
    deploymentRef: 'deploy/1',
    customerLocation: '',
  },
  trustBoundary: {
    controlPlaneBoundary: 'vendor',
    runtimeTrafficBoundary: 'customer',
    runtimeDataBoundary: 'customer',
  },
  readinessProbeRef: null,
  drainRequestedAt: null,
  upgradeRequestedAt: null,
  resyncRequestedAt: null,
  createdAt: '2026-02-01T00:00:00.000Z',
  updatedAt: '2026-02-01T00:00:00.000Z',
  ...fields,
});

const IN_STEP: SyncObservation = {
  desiredVersion: 'v1',
  observedVersion: 'v1',
  lastAppliedAt: '2026-02-28T00:00:00.000Z',
  differsSince: null,
  rejectedVersion: null,
};

/** What a healthy plane reported just now, with overrides. */
export const observationOf = (
  dataPlaneId: string,
  fields: Partial<DataPlaneObservation> = {},
): DataPlaneObservation => ({
  ...newDataPlaneObservation(planeOf(dataPlaneId)),
  lastSeenAt: START,
  version: { controlPlane: '1.0', dataPlane: '1.0', helmChart: '1.0', config: 'v1', policy: 'v1' },
  readiness: { status: 'ready', serving: true, reasonCodes: ['ok'], checkedAt: START },
  policySync: IN_STEP,
  configPropagation: IN_STEP,
  backupRestore: { relevant: false, coverageStatus: 'not_applicable', reasonCode: 'ok' },
  ...fields,
});

export type Reported = readonly [DataPlane, DataPlaneObservation];

/** Moments around every threshold, a millisecond before, at and after it. */
const moment = fc
  .tuple(fc.constantFrom(0, 45_000, 60_000, 120_000), fc.constantFrom(-1, 0, 1))
  .map(([age, nudge]) => instantOf(START_MS - age + nudge));

const version = fc.constantFrom('v1', 'v2');

const syncArbitrary: fc.Arbitrary<SyncObservation> = fc.record({
  desiredVersion: version,
  observedVersion: version,
  lastAppliedAt: fc.option(moment),
  differsSince: fc.option(moment),
  rejectedVersion: fc.option(version),
});

/** A plane with what it reported, in a small world where values often coincide. */
export const reportedArbitrary = (dataPlaneId: string): fc.Arbitrary<Reported> =>
  fc
    .record({
      displayName: fc.constantFrom('alpha', 'beta', 'gamma'),
      region: fc.constantFrom('eu', 'us'),
      deploymentMode: fc.constantFrom(...DEPLOYMENT_MODES),
      // Most planes are not drained.
      drainRequestedAt: fc.oneof(
        { weight: 5, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: moment },
      ),
      lastSeenAt: fc.option(moment),
      serving: fc.boolean(),
      policySync: syncArbitrary,
      configPropagation: syncArbitrary,
      total: fc.nat(2),
      drainState: fc.constantFrom(...DRAIN_STATES),
      upgradeState: fc.constantFrom(...UPGRADE_STATES),
    })
    .map(({ displayName, region, deploymentMode, drainRequestedAt, serving, total, ...observed }) => [
      planeOf(dataPlaneId, {
        displayName,
        deploymentMode,
        drainRequestedAt,
        location: { ...planeOf(dataPlaneId).location, region },
      }),
      observationOf(dataPlaneId, {
        ...observed,
        readiness: { status: 'ready', serving, reasonCodes: ['ok'], checkedAt: START },
        activeSessions: { total, stateful: 0, draining: 0, reconnectable: 0 },
      }),
    ]);

/** Planes of a small world, each id once, in any order. */
export const planesArbitrary: fc.Arbitrary<Reported[]> = fc
  .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'Z'), { maxLength: 9 })
  .chain((ids) => fc.tuple(...ids.map(reportedArbitrary)));

/** A store with planes, and ada who may do everything with them. */
export const planeBench = async (planes: readonly Reported[] = []): Promise<Bench> => {
  const bench = await makeBench();
  await bench.grant('ada', 'platform_admin');
  await putPlanes(bench, planes);
  return bench;
};

export const putPlanes = async (bench: Bench, planes: readonly Reported[]): Promise<void> => {
  for (const [plane, observation] of planes) {
    await bench.put(dataPlaneKind, plane);
    await bench.put(dataPlaneObservationKind, observation);
  }
};

/** Makes a policy version the active one of production. */
export const activate = (bench: Bench, policyVersion: string, since: string): Promise<void> =>
  bench.put(policyVersionKind, {
    ...({} as PolicyVersion),
    policyVersion,
    ...PROD_SCOPE,
    status: 'active',
    owner: { userId: 'ada', team: 'payments' },
    lastPublishedAt: since,
  });

/** A list's query, with overrides. */
export const inputOf = (over: Partial<ListDataPlanesInput> = {}): ListDataPlanesInput => ({
  scope: PROD_SCOPE,
  filters: {},
  sort: 'displayName',
  pageSize: 50,
  ...over,
});

/** The planes on some pages, in order. */
export const idsOf = (pages: readonly DataPlaneList[]): string[] =>
  pages.flatMap(({ items }) => items.map(({ dataPlaneId }) => dataPlaneId));

/** Removes a plane, as a deregistration does. */
export const removePlane = async (bench: Bench, id: string): Promise<void> => {
  const removed = { scope: PROD_SCOPE, id };
  await bench.store.unitOfWork.commit({
    changes: [dataPlaneKind, dataPlaneObservationKind].map((kind) => ({
      kind,
      removed,
      expectedVersion: 'any' as const,
    })),
    audit: [
      {
        auditEventId: bench.ports.ids.mint('auditEvent'),
        occurredAt: bench.clock.now(),
        ...PROD_SCOPE,
        eventType: 'data_plane.deregistered',
        outcome: 'success',
        actor: { actorType: 'user', actorId: 'ada', authMethod: 'jwt' },
        action: 'deregister',
        resource: { resourceType: 'data_plane', resourceId: id, version: null },
        reasonCode: 'requested',
        reason: null,
        requestId: 'req_1',
        correlationId: null,
        changedFields: [],
        relatedIds: [],
      },
    ],
  });
};

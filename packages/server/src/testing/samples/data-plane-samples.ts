import type { DataPlane, DataPlaneObservation } from '@govgate/domain';
import {
  classifyDataPlane,
  type DesiredState,
  newDataPlaneObservation,
  planeVerbs,
} from '@govgate/domain/internal';
import { planeOf } from '@govgate/domain/testing';
import { dataPlaneKind, dataPlaneObservationKind } from '@govgate/ports';
import { PRODUCTION, TENANT } from '../worlds/world.js';
import type { OperationSample, SampleRecord } from './operation-sample.js';
import { verbSamples } from './verb-samples.js';

const scope = { tenant_id: TENANT, environment_id: PRODUCTION };
const reason = { reasonCode: 'sample', reason: 'A sample' };
const of = (dataPlaneId: string) => ({ params: { data_plane_id: dataPlaneId }, query: scope });

const samplePlane = (dataPlaneId: string, over: Partial<DataPlane> = {}): DataPlane =>
  planeOf({ dataPlaneId, displayName: dataPlaneId, readinessProbeRef: 'env:DP_PROBE_URL', ...over });

// A time ahead of the clock counts as just now, so the plane counts as reporting whenever the tests run.
const heard = (dataPlaneId: string): DataPlaneObservation => ({
  ...newDataPlaneObservation(samplePlane(dataPlaneId)),
  lastSeenAt: '2099-01-01T00:00:00.000Z',
  readiness: { status: 'ready', serving: true, reasonCodes: ['ok'], checkedAt: '2026-02-01T00:00:00.000Z' },
  upgradeState: 'available',
});

const draining = samplePlane('dp_draining', { drainRequestedAt: '2026-02-02T00:00:00.000Z' });
const PLANES = [samplePlane('dp_heard'), draining];

const observationOf = (plane: DataPlane): DataPlaneObservation =>
  plane === draining ? newDataPlaneObservation(plane) : heard(plane.dataPlaneId);

export const DATA_PLANE_RECORDS: readonly SampleRecord[] = PLANES.flatMap((plane) => [
  { kind: dataPlaneKind, record: plane },
  { kind: dataPlaneObservationKind, record: observationOf(plane) },
]);

const NOTHING_DESIRED: DesiredState = {
  policyVersion: null,
  policySince: null,
  configVersion: null,
  configSince: null,
  revocationsDue: 0,
  revocationsOverdue: 0,
};

const orderTo = (plane: DataPlane) => {
  const observation = observationOf(plane);
  const now = new Date();
  return {
    state: classifyDataPlane(plane, observation, NOTHING_DESIRED, now.getTime()),
    observation,
    now: now.toISOString(),
  };
};

/** Data planes. */
export const DATA_PLANE_SAMPLES: Readonly<Record<string, OperationSample>> = {
  deregisterDataPlane: { ...of('dp_heard'), body: reason, again: 404 },
  listDataPlanes: { params: {}, query: { ...scope, sort: '-lastSeenAt', page_size: '1' } },
  readDataPlane: of('dp_heard'),
  readDataPlaneHealthHistory: of('dp_heard'),
  registerDataPlane: {
    params: {},
    query: scope,
    body: {
      dataPlaneId: 'dp_new',
      displayName: 'New',
      deploymentMode: 'customer_hosted',
      location: { region: 'eu-west-1', cluster: 'blue' },
      trustBoundary: { runtimeDataBoundary: 'customer' },
      readinessProbeRef: 'env:DP_NEW_PROBE_URL',
      reasonCode: 'sample',
    },
    again: 409,
  },
  reportHeartbeat: {
    ...of('dp_heard'),
    body: {
      version: { dataPlane: '1.4.0', policy: 'pv_draft' },
      readiness: { status: 'ready', serving: true },
      policySync: { observedVersion: 'pv_draft', lastAppliedAt: '2026-01-02T01:00:00+01:00' },
      configPropagation: { observedVersion: 'cfg_1' },
      activeSessions: { total: 3, stateful: 1 },
      drain: { state: 'not_draining' },
      upgrade: { state: 'available' },
      backupRestore: { relevant: true, coverageStatus: 'covered', reasonCode: 'ok' },
      lastRevocationSequence: 0,
    },
  },
  ...verbSamples(
    'DataPlane',
    {
      verbs: planeVerbs,
      records: PLANES,
      requestOf: orderTo,
    },
    ({ dataPlaneId }) => ({ ...of(dataPlaneId), body: reason }),
  ),
};

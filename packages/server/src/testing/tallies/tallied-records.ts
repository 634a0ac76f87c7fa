import { type DataPlaneObservation, newDataPlaneObservation } from '@govgate/domain';
import {
  ALL_KINDS,
  type AnyKind,
  apiTokenKind,
  clientSessionKind,
  clientSurfaceKind,
  dataPlaneObservationKind,
  groupKind,
} from '@govgate/ports';
import fc from 'fast-check';
import { sampleToken } from '../samples/account-samples.js';
import { sampleSurface } from '../samples/client-surface-samples.js';
import { SAMPLE_RECORDS } from '../samples/operation-samples.js';
import { sampleSession } from '../samples/session-samples.js';
import { OTHER_TENANT, PRODUCTION, STAGING, TENANT } from '../worlds/world.js';

/** Any record of a kind that declares tallies. There are few ids and few values, so that what comes later changes what was there. */
export interface TalliedRecords {
  readonly kind: AnyKind;
  readonly records: fc.Arbitrary<unknown>;
}

export const TENANTS = [TENANT, OTHER_TENANT] as const;
export const ENVIRONMENTS = [PRODUCTION, STAGING] as const;
export const MEMBERS = ['ada', 'bea', 'cid'] as const;

const tenantId = fc.constantFrom(...TENANTS);
const environmentId = fc.constantFrom(...ENVIRONMENTS);
const id = fc.constantFrom('r1', 'r2', 'r3');

export const anySession = fc
  .record({
    id,
    tenantId,
    environmentId,
    state: fc.constantFrom('active' as const, 'idle' as const, 'terminated' as const),
    clientSurfaceId: fc.constantFrom('r1', 'r2', null),
    backendSessionIds: fc.subarray(['b1', 'b2', 'b3']),
    credentialBindingIds: fc.subarray(['cb_1', 'cb_2']),
  })
  .map(({ id: sessionId, ...facts }) => sampleSession(sessionId, facts));

export const anySurface = fc
  .record({ id, tenantId, allowedEnvironmentIds: fc.subarray([...ENVIRONMENTS], { minLength: 1 }) })
  .map(({ id: surfaceId, ...facts }) => sampleSurface(surfaceId, facts));

export const anyGroup = fc.record({
  groupId: id,
  tenantId,
  displayName: fc.constant('Operators'),
  createdAt: fc.constant('2026-01-02T00:00:00.000Z'),
  disabledAt: fc.constant(null),
  members: fc.subarray([...MEMBERS]),
});

const anyToken = fc
  .record({ tokenId: id, tenantId, subjectId: fc.constantFrom(...MEMBERS) })
  .map((facts) => ({ ...sampleToken, ...facts }));

export const anyObservation: fc.Arbitrary<DataPlaneObservation> = fc
  .record({ dataPlaneId: id, tenantId, environmentId, lastRevocationSequence: fc.nat({ max: 3 }) })
  .map((facts) => ({ ...newDataPlaneObservation(facts), ...facts }));

const WITH_VALUES_OF_THEIR_OWN: readonly TalliedRecords[] = [
  { kind: clientSessionKind, records: anySession },
  { kind: clientSurfaceKind, records: anySurface },
  { kind: groupKind, records: anyGroup },
  { kind: apiTokenKind, records: anyToken },
  { kind: dataPlaneObservationKind, records: anyObservation },
];

/** Records like the samples of a kind, whose counted values differ enough. */
const likeSamples = (kind: AnyKind): TalliedRecords => {
  const samples = SAMPLE_RECORDS.filter((one) => one.kind === kind).map(({ record }) => record as object);
  const anySample = fc.constantFrom(...samples);
  const records = fc.record({ sample: anySample, id, tenantId, environmentId }).map((drawn) => ({
    ...drawn.sample,
    [idFieldOf(kind, drawn.sample)]: drawn.id,
    tenantId: drawn.tenantId,
    ...(kind.scoping === 'environment' && { environmentId: drawn.environmentId }),
  }));
  return { kind, records };
};

const idFieldOf = (kind: AnyKind, sample: object): string => {
  const found = Object.entries(sample).find(([, value]) => value === kind.idOf(sample));
  if (found === undefined) throw new Error(`no field of a sample of ${kind.name} is its id`);
  return found[0];
};

/** All kinds that declare tallies. */
export const TALLIED: readonly TalliedRecords[] = [
  ...WITH_VALUES_OF_THEIR_OWN,
  ...ALL_KINDS.filter(
    (kind) => kind.tallies.length > 0 && WITH_VALUES_OF_THEIR_OWN.every((one) => one.kind !== kind),
  ).map(likeSamples),
];

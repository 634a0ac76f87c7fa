import { type DataPlane, type DataPlaneObservation, epochMsOf, type PolicyVersion } from '@govgate/domain';
import { observationOf as anObservation, planeOf as aPlane } from '@govgate/domain/testing';
import { dataPlaneKind, dataPlaneObservationKind, policyVersionKind } from '@govgate/ports';
import { anEvent } from '@govgate/ports-testkit';
import { type Bench, makeBench, PROD_SCOPE, START } from '../../testing/use-case-bench.js';
import type { DataPlaneList, ListDataPlanesInput } from '../list-data-planes.js';

export const START_MS = epochMsOf(START);

/** A registered plane, named by its id. */
export const planeOf = (dataPlaneId: string, fields: Partial<DataPlane> = {}): DataPlane =>
  aPlane({ dataPlaneId, displayName: dataPlaneId, ...fields });

/** What a healthy plane reported just now, with overrides. */
export const observationOf = (
  dataPlaneId: string,
  fields: Partial<DataPlaneObservation> = {},
): DataPlaneObservation => anObservation({ dataPlaneId, ...fields });

export type Reported = readonly [DataPlane, DataPlaneObservation];

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
      anEvent({
        auditEventId: bench.ports.ids.mint('auditEvent'),
        occurredAt: bench.clock.now(),
        ...PROD_SCOPE,
        eventType: 'data_plane.deregistered',
        resource: { resourceType: 'data_plane', resourceId: id, version: null },
      }),
    ],
  });
};

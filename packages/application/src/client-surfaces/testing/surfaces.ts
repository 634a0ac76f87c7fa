import type { AuditEvent, ClientSurface, DataPlaneObservation } from '@govgate/domain';
import { newDataPlaneObservation } from '@govgate/domain/internal';
import { surfaceOf as aSurface } from '@govgate/domain/testing';
import {
  clientSessionKind,
  clientSurfaceKind,
  dataPlaneKind,
  dataPlaneObservationKind,
} from '@govgate/ports';
import { anEvent } from '@govgate/ports-testkit';
import { planeOf } from '../../data-planes/testing/planes.js';
import { session } from '../../sessions/testing/records.js';
import { type Bench, makeBench, PROD_SCOPE, PRODUCTION, START } from '../../testing/use-case-bench.js';
import type { ClientSurfaceList, ListClientSurfacesInput } from '../list-client-surfaces.js';

/** A surface in use, named by its id. */
export const surfaceOf = (clientSurfaceId: string, over: Partial<ClientSurface> = {}): ClientSurface =>
  aSurface({
    clientSurfaceId,
    displayName: clientSurfaceId,
    owner: { team: 'payments', userId: 'bob', escalationContact: 'Bob', oncallRotation: 'payments' },
    allowedEnvironmentIds: [PRODUCTION],
    updatedAt: START,
    lifecycleState: 'active',
    approvalState: 'approved',
    ...over,
  });

/** A store with surfaces, and ada who may do everything with them. */
export const surfaceBench = async (surfaces: readonly ClientSurface[] = []): Promise<Bench> => {
  const bench = await makeBench();
  await bench.grant('ada', 'security_admin');
  await bench.put(clientSurfaceKind, ...surfaces);
  return bench;
};

/** Live sessions over a surface. */
export const openSessions = (bench: Bench, clientSurfaceId: string, count: number): Promise<void> =>
  bench.put(
    clientSessionKind,
    ...Array.from({ length: count }, (_, index) =>
      session({ clientSessionId: `${clientSurfaceId}_${index}`, clientSurfaceId }),
    ),
  );

/** An event about a surface, as a change or refusal writes it. */
export const noteEvent = async (
  bench: Bench,
  clientSurfaceId: string,
  over: Partial<AuditEvent> = {},
): Promise<void> => {
  const event = anEvent({
    auditEventId: bench.ports.ids.mint('auditEvent'),
    occurredAt: bench.clock.now(),
    ...PROD_SCOPE,
    eventType: 'client_surface.updated',
    resource: { resourceType: 'client_surface', resourceId: clientSurfaceId, version: null },
    ...over,
  });
  await bench.store.unitOfWork.commit({ changes: [], audit: [event] });
};

/** A data plane that has applied the feed up to a sequence; null: one that was never seen. */
export const planeAt = async (bench: Bench, dataPlaneId: string, applied: number | null): Promise<void> => {
  const stored = await bench.store.records.get(dataPlaneKind, PROD_SCOPE, dataPlaneId);
  if (stored === undefined) await bench.put(dataPlaneKind, planeOf(dataPlaneId));
  if (applied === null) return;
  const record: DataPlaneObservation = {
    ...newDataPlaneObservation(planeOf(dataPlaneId)),
    lastSeenAt: bench.clock.now(),
    lastRevocationSequence: applied,
  };
  await bench.store.unitOfWork.observe([{ kind: dataPlaneObservationKind, record, expectedVersion: 'any' }]);
};

/** A list's query, with overrides. */
export const inputOf = (over: Partial<ListClientSurfacesInput> = {}): ListClientSurfacesInput => ({
  scope: PROD_SCOPE,
  filters: {},
  sort: { by: 'displayName', direction: 'asc' },
  limit: 50,
  ...over,
});

/** The surfaces on a page, in order. */
export const idsOf = ({ items }: ClientSurfaceList): string[] =>
  items.map(({ clientSurfaceId }) => clientSurfaceId);

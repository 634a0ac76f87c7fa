import type { Bundle } from '@govgate/application';
import type { ClientSession, ClientSurface } from '@govgate/domain';
import fc from 'fast-check';
import {
  anyGroup,
  anyObservation,
  anySession,
  anySurface,
  ENVIRONMENTS,
  MEMBERS,
  TENANTS,
} from './tallied-records.js';

const sessionItem = ({ revocationId: _, ...session }: ClientSession) => ({ ...session, agentId: null });

const surfaceItem = ({
  reviewedBy,
  reviewedAt,
  disabledAt,
  revokedAt,
  revocations,
  createdAt,
  ...surface
}: ClientSurface) => surface;

/** At most three of what a section takes, each once. */
const few = <T>(one: fc.Arbitrary<T>, placeOf: (item: T) => readonly string[]): fc.Arbitrary<T[]> =>
  fc.uniqueArray(one, { maxLength: 3, selector: (item) => placeOf(item).join(' ') });

/** Any bundle with tallied records, in tenants that it brings along. Tokens travel in none. */
export const anyTalliedBundle: fc.Arbitrary<Bundle> = fc.record({
  tenants: fc.constant(TENANTS.map((tenantId) => ({ tenantId, environments: [...ENVIRONMENTS] }))),
  users: fc.constant(
    TENANTS.flatMap((tenantId) => MEMBERS.map((userId) => ({ userId, tenantId, displayName: userId }))),
  ),
  groups: few(anyGroup, ({ tenantId, groupId }) => [tenantId, groupId]),
  clientSurfaces: few(anySurface.map(surfaceItem), ({ tenantId, clientSurfaceId }) => [
    tenantId,
    clientSurfaceId,
  ]),
  sessions: few(anySession.map(sessionItem), ({ tenantId, environmentId, clientSessionId }) => [
    tenantId,
    environmentId,
    clientSessionId,
  ]),
  // An imported plane has applied nothing yet, so that each counts for 0.
  dataPlanes: few(
    anyObservation.map(({ dataPlaneId, tenantId, environmentId }) => ({
      dataPlaneId,
      tenantId,
      environmentId,
      displayName: dataPlaneId,
      deploymentMode: 'managed' as const,
    })),
    ({ tenantId, environmentId, dataPlaneId }) => [tenantId, environmentId, dataPlaneId],
  ),
});

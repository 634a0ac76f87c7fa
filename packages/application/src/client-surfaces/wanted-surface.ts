import { type ClientSurface, isVisibleIn, type Permission, type Scope } from '@govgate/domain';
import { clientSurfaceKind } from '@govgate/ports';
import type { Wanted } from '../call/load-record.js';

/** Which surface a call is about, and from which environment it is asked. */
export interface ClientSurfaceRef {
  readonly scope: Scope;
  readonly clientSurfaceId: string;
}

/** A surface as calls look for it: a record of the tenant, absent in environments that it does not show in. */
export const wantedSurface = (
  { scope, clientSurfaceId }: ClientSurfaceRef,
  permission: Permission,
): Wanted<typeof clientSurfaceKind> => ({
  kind: clientSurfaceKind,
  permission,
  scope,
  within: { tenantId: scope.tenantId },
  id: clientSurfaceId,
  ownerTeamOf: (surface: ClientSurface) => surface.owner.team,
  visible: (surface: ClientSurface) => isVisibleIn(surface, scope.environmentId),
});

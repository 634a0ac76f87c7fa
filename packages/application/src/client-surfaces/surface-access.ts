import type { ClientSurface, Permission, Scope } from '@govgate/domain';
import { isVisibleIn } from '@govgate/domain/internal';
import { clientSurfaceKind } from '@govgate/ports';
import type { RecordAccess } from '../call/load-record.js';

/** The surface a call concerns, and the environment it is viewed from. */
export interface ClientSurfaceRef {
  readonly scope: Scope;
  readonly clientSurfaceId: string;
}

/** A surface as an authorization target: a record of the tenant, absent in environments it does not include. */
export const surfaceAccess = (
  { scope, clientSurfaceId }: ClientSurfaceRef,
  permission: Permission,
): RecordAccess<typeof clientSurfaceKind> => ({
  kind: clientSurfaceKind,
  permission,
  scope,
  within: { tenantId: scope.tenantId },
  id: clientSurfaceId,
  ownerTeamOf: (surface: ClientSurface) => surface.owner.team,
  visible: (surface: ClientSurface) => isVisibleIn(surface, scope.environmentId),
});

import { type ClientSurface, ok, type Permission, type Result, refuse } from '@govgate/domain';
import { mayChangeSurface } from '@govgate/domain/internal';
import { tenantKind } from '@govgate/ports';
import type { CallContext } from '../call/context.js';
import type { Ports } from '../call/ports.js';

interface SurfaceIn {
  readonly surface: Parameters<typeof mayChangeSurface>[2];
  readonly environmentId: string;
}

/** Whether the caller may do something to a surface in each of its environments. */
export const checkMayChange = (
  { principal }: CallContext,
  permission: Permission,
  { surface, environmentId }: SurfaceIn,
): Result<undefined> =>
  mayChangeSurface(principal, permission, surface, environmentId)
    ? ok(undefined)
    : refuse('permission_denied');

/** Whether a surface's new environments exist in its tenant. */
export const checkEnvironments = async (
  { records }: Pick<Ports, 'records'>,
  { tenantId, allowedEnvironmentIds }: Pick<ClientSurface, 'tenantId' | 'allowedEnvironmentIds'>,
): Promise<Result<undefined>> => {
  const tenant = await records.get(tenantKind, { tenantId }, tenantId);
  const known = new Set(tenant?.record.environments);
  return allowedEnvironmentIds.every((id) => known.has(id))
    ? ok(undefined)
    : refuse('unknown_reference', 'allowedEnvironmentIds');
};

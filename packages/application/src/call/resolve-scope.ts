import { type Principal, type Result, refuse, type Scope } from '@govgate/domain';
import { grantedEnvironments } from '@govgate/domain/internal';

/** The scope named by a request, possibly partial. */
export interface NamedScope {
  readonly tenantId?: string | undefined;
  readonly environmentId?: string | undefined;
}

/**
 * The scope of a call: what the request names, else the caller's own tenant and their only environment. Naming a scope grants nothing:
 * whether the caller may act there is decided on the record or list.
 */
export const resolveScope = (principal: Principal, named: NamedScope): Result<Scope> => {
  const tenantId = named.tenantId ?? principal.tenantId;
  if (named.environmentId !== undefined)
    return { ok: true, value: { tenantId, environmentId: named.environmentId } };
  const [only, ...others] = grantedEnvironments(principal);
  return only !== undefined && others.length === 0
    ? { ok: true, value: { tenantId, environmentId: only } }
    : refuse('missing_scope', 'environment_id');
};

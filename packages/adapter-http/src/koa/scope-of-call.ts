import { resolveScope } from '@govgate/application';
import { ok, type Principal, type Result, refuse, type Scope } from '@govgate/domain';
import type { Operation } from '../operation/define-operation.js';

interface CallParts {
  readonly params: Record<string, string>;
  readonly query: Record<string, unknown>;
  readonly body: Record<string, unknown>;
}

/** What a call's scope is taken from where it names none. */
interface Defaults {
  readonly principal: Principal;
  readonly bootstrap: Scope;
}

/** The scope of a call, by its operation's rule (docs/spec/conventions.md). */
export const scopeOfCall = (
  operation: Operation,
  { principal, bootstrap }: Defaults,
  sent: CallParts,
): Result<Scope> => {
  const from = operation.scope === 'body' ? sent.body : sent.query;
  const tenantId = from.tenant_id as string | undefined;
  const environmentId = from.environment_id as string | undefined;
  switch (operation.scope) {
    case 'none':
      return ok({ tenantId: principal.tenantId, environmentId: '' });
    case 'path':
      return ok({ tenantId: principal.tenantId, environmentId: sent.params.environment_id ?? '' });
    case 'tenant':
      return ok({ tenantId: tenantId ?? principal.tenantId, environmentId: environmentId ?? '' });
    case 'bootstrap':
      return ok({
        tenantId: tenantId ?? bootstrap.tenantId,
        environmentId: environmentId ?? bootstrap.environmentId,
      });
    case 'environment':
      return environmentId === undefined
        ? refuse('missing_scope', 'environment_id')
        : ok({ tenantId: principal.tenantId, environmentId });
    default:
      return resolveScope(principal, { tenantId, environmentId });
  }
};

import { type Instant, ok, type Principal, type Role, refuse, type SCOPE_TYPES } from '@govgate/domain';
import { grantsGiving, heldScopes, type RoleBindingStatus } from '@govgate/domain/internal';
import { roleBindingKind, scopeKey, type Where, withStatus } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import type { ListPage } from '../paging/list-page.js';
import { type ListOptions, pageOfRecords } from '../paging/page-of-records.js';
import { PageTokens } from '../paging/page-tokens.js';
import { auditEventIdsOf, type RoleBindingView, roleBindingView } from './role-binding-view.js';
import { securityAdmins } from './security-admins.js';

interface StoredFilters {
  readonly subjectId?: string;
  readonly role?: Role;
  readonly scopeType?: (typeof SCOPE_TYPES)[number];
}

export interface ListRoleBindingsInput extends ListOptions {
  readonly tenantId: string;
  readonly filters: StoredFilters & { readonly status?: RoleBindingStatus };
}

type Deps = Pick<Ports, 'records' | 'auditTrail' | 'clock' | 'pageTokens'>;

/** Lists the role bindings the caller may read, by id (docs/spec/authorization.md#role-bindings). */
export const makeListRoleBindings = (
  deps: Deps,
): UseCase<ListRoleBindingsInput, ListPage<RoleBindingView>> => {
  const tokens = new PageTokens(deps.pageTokens, deps.clock);
  return async (context, { tenantId, filters, ...options }) => {
    const { principal } = context;
    if (principal.tenantId !== tenantId) return refuse('scope_forbidden');
    if (grantsGiving(principal, 'role_binding.read').length === 0) return refuse('permission_denied');
    const question = { list: 'role_bindings', tenantId, environmentId: '', filters: { ...filters } };
    const now = deps.clock.now();
    const where = whereOf(principal, filters, now);
    const request = { kind: roleBindingKind, scope: { tenantId }, question, where, options };
    const paged = await pageOfRecords(deps, tokens, request);
    if (!paged.ok) return paged;
    const { items, page } = paged.value;
    const ids = items.map(({ record }) => record.bindingId);
    const admins = items.some(({ record }) => record.role === 'security_admin')
      ? await securityAdmins(deps.records, tenantId, now)
      : [];
    const events = await auditEventIdsOf(deps.auditTrail, tenantId, ids);
    const views = items.map((stored) => {
      const auditEventIds = events.get(stored.record.bindingId) ?? [];
      return roleBindingView(context, stored, { now, admins, auditEventIds });
    });
    return ok({ schemaVersion: '1.0', items: views, page });
  };
};

const whereOf = (
  principal: Principal,
  { status, ...stored }: ListRoleBindingsInput['filters'],
  now: Instant,
): Where<typeof roleBindingKind> => {
  const held = heldScopes(principal, 'role_binding.read');
  const { is, ...rest } = status === undefined ? {} : withStatus(status, now);
  return {
    is: { ...stored, ...is },
    ...rest,
    ...(held.all ? {} : { has: { scope: [...new Set(held.scopes.map(scopeKey))] } }),
  };
};

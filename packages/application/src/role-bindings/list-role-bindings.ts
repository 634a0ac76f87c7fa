import {
  compareText,
  grantsGiving,
  holdsInScope,
  type Instant,
  mayOnRoleBinding,
  ok,
  type Principal,
  type Role,
  type RoleBinding,
  type RoleBindingStatus,
  refuse,
  roleBindingStatus,
  type SCOPE_TYPES,
} from '@govgate/domain';
import { type Page, roleBindingKind, type Stored } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import type { ListPage } from '../paging/list-page.js';
import { PAGE_BYTES } from '../paging/page-by-id.js';
import { type ListQuestion, type PagePlace, PageTokens } from '../paging/page-tokens.js';
import { auditEventIdsOf, type RoleBindingView, roleBindingView } from './role-binding-view.js';
import { securityAdmins } from './security-admins.js';

interface StoredFilters {
  readonly subjectId?: string;
  readonly role?: Role;
  readonly scopeType?: (typeof SCOPE_TYPES)[number];
}

export interface ListRoleBindingsInput {
  readonly tenantId: string;
  readonly filters: StoredFilters & { readonly status?: RoleBindingStatus };
  readonly limit: number;
  readonly cursor?: string | undefined;
}

type Deps = Pick<Ports, 'records' | 'auditTrail' | 'clock' | 'pageTokens'>;

/** Lists the role bindings the caller may read, by id (contract, section 4.17). */
export const makeListRoleBindings = (
  deps: Deps,
): UseCase<ListRoleBindingsInput, ListPage<RoleBindingView>> => {
  const tokens = new PageTokens(deps.pageTokens, deps.clock);
  return async (context, input) => {
    const { tenantId, filters, limit } = input;
    const { principal } = context;
    if (principal.tenantId !== tenantId) return refuse('scope_forbidden');
    if (grantsGiving(principal, 'role_binding.read').length === 0) return refuse('permission_denied');
    const question: ListQuestion = {
      list: 'role_bindings',
      tenantId,
      environmentId: '',
      filters: { ...filters },
      sort: 'binding_id',
    };
    const place = tokens.read(question, input.cursor, 'cursor');
    if (!place.ok) return place;
    const now = deps.clock.now();
    const page = await pageOf(deps, principal, input, place.value, now);
    const admins = page.items.some(({ record }) => record.role === 'security_admin')
      ? await securityAdmins(deps.records, tenantId, now)
      : [];
    const items = await Promise.all(
      page.items.map(async (stored) =>
        roleBindingView(context, stored, {
          now,
          admins,
          auditEventIds: await auditEventIdsOf(deps.auditTrail, stored.record),
        }),
      ),
    );
    const last = items.at(-1)?.bindingId;
    const next =
      page.more && last !== undefined
        ? { nextCursor: tokens.write(question, { value: last, id: last }) }
        : {};
    return ok({ schemaVersion: '1.0', items, page: { limit, totalCount: page.totalCount, ...next } });
  };
};

/** More role bindings than any tenant has. */
const ALL = 1_000_000;

// The status depends on the clock and grants cover scopes rather than values, so where either narrows the list it is filtered here, over
// one snapshot; an administrator's plain list is paged by the store.
const pageOf = async (
  { records }: Deps,
  principal: Principal,
  { tenantId, filters, limit }: ListRoleBindingsInput,
  place: PagePlace | undefined,
  now: Instant,
): Promise<Page<RoleBinding>> => {
  const { status, ...is } = filters;
  const where = { is };
  const readsAll = holdsInScope(principal, 'role_binding.read', { scopeType: 'tenant' });
  if (readsAll && status === undefined) {
    const after = place === undefined ? {} : { after: place };
    return records.page(roleBindingKind, { tenantId }, { where, limit, mostBytes: PAGE_BYTES, ...after });
  }
  const all = await records.page(roleBindingKind, { tenantId }, { where, limit: ALL });
  const shown = all.items.filter(
    ({ record }) =>
      (status === undefined || roleBindingStatus(record, now) === status) &&
      (readsAll || mayOnRoleBinding(principal, 'role_binding.read', record.scope)),
  );
  return slice(shown, limit, place);
};

const slice = (
  shown: readonly Stored<RoleBinding>[],
  limit: number,
  place: PagePlace | undefined,
): Page<RoleBinding> => {
  const behind =
    place === undefined ? shown : shown.filter(({ record }) => compareText(record.bindingId, place.id) > 0);
  return { items: behind.slice(0, limit), totalCount: shown.length, more: behind.length > limit };
};

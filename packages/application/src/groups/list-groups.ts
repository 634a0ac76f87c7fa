import { ok } from '@govgate/domain';
import { groupKind, type Where } from '@govgate/ports';
import { accountAccess, USERS } from '../accounts/account-type.js';
import { mayInTenant } from '../call/allowed.js';
import type { UseCase } from '../call/context.js';
import { loadRecord } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import type { ListPage } from '../paging/list-page.js';
import { type ListOptions, pageOfRecords } from '../paging/page-of-records.js';
import { type ListQuestion, PageTokens } from '../paging/page-tokens.js';
import { type GroupSummary, groupSummary } from './group-view.js';

export interface ListGroupsInput extends ListOptions {
  readonly tenantId: string;
}

export interface ListUserGroupsInput extends ListGroupsInput {
  readonly userId: string;
}

type Deps = Pick<Ports, 'records' | 'clock' | 'pageTokens'>;

/** Lists the local groups of a tenant by id. */
export const makeListGroups = (deps: Deps): UseCase<ListGroupsInput, ListPage<GroupSummary>> => {
  const page = makeGroupPage(deps);
  return async (context, input) => {
    const allowed = mayInTenant(context, 'local_identity.read', input.tenantId);
    return allowed.ok ? page(input, { list: 'groups', filters: {} }, {}) : allowed;
  };
};

/** Lists the local groups of a user; what a token claims is known to its issuer alone. */
export const makeListUserGroups = (deps: Deps): UseCase<ListUserGroupsInput, ListPage<GroupSummary>> => {
  const page = makeGroupPage(deps);
  return async (context, input) => {
    const { tenantId, userId } = input;
    const wanted = accountAccess(USERS, { tenantId, accountId: userId }, 'local_identity.read');
    const user = await loadRecord(deps.records, context, wanted);
    if (!user.ok) return user;
    return page(input, { list: 'user_groups', filters: { userId } }, { has: { member: userId } });
  };
};

const makeGroupPage = (deps: Deps) => {
  const tokens = new PageTokens(deps.pageTokens, deps.clock);
  return async (
    { tenantId, ...options }: ListGroupsInput,
    request: Pick<ListQuestion, 'list' | 'filters'>,
    where: Where<typeof groupKind>,
  ) => {
    const question = { ...request, tenantId, environmentId: '' };
    const scope = { tenantId };
    const paged = await pageOfRecords(deps, tokens, { kind: groupKind, scope, question, where, options });
    if (!paged.ok) return paged;
    const { items, page } = paged.value;
    return ok({ schemaVersion: '1.0' as const, items: items.map(groupSummary), page });
  };
};

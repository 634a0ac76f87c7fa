import { ok } from '@govgate/domain';
import type { AccountStatus } from '@govgate/domain/internal';
import { mayInTenant } from '../call/allowed.js';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import type { ListPage } from '../paging/list-page.js';
import { type ListOptions, pageOfRecords } from '../paging/page-of-records.js';
import { PageTokens } from '../paging/page-tokens.js';
import { type AccountType, SERVICE_ACCOUNTS, USERS } from './account-type.js';
import { type AccountView, accountView, whoIsInCharge } from './account-view.js';

export interface ListAccountsInput extends ListOptions {
  readonly tenantId: string;
  readonly status?: AccountStatus | undefined;
}

const makeListAccounts =
  (type: AccountType) =>
  (
    deps: Pick<Ports, 'records' | 'clock' | 'pageTokens'>,
  ): UseCase<ListAccountsInput, ListPage<AccountView>> => {
    const tokens = new PageTokens(deps.pageTokens, deps.clock);
    return async (context, { tenantId, status, ...options }) => {
      const allowed = mayInTenant(context, 'local_identity.read', tenantId);
      if (!allowed.ok) return allowed;
      const filters = status === undefined ? {} : { status };
      const question = { list: type.list, tenantId, environmentId: '', filters };
      const scope = { tenantId };
      const request = { kind: type.kind, scope, question, where: { is: filters }, options };
      const paged = await pageOfRecords(deps, tokens, request);
      if (!paged.ok) return paged;
      const inCharge = await whoIsInCharge(deps.records, tenantId, deps.clock.now());
      const items = paged.value.items.map((stored) => accountView(context, stored, inCharge));
      return ok({ schemaVersion: '1.0', items, page: paged.value.page });
    };
  };

/** Lists the users of a tenant by id. */
export const makeListUsers = makeListAccounts(USERS);

/** Lists the service accounts of a tenant by id. */
export const makeListServiceAccounts = makeListAccounts(SERVICE_ACCOUNTS);

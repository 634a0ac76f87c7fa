import { type Instant, ok } from '@govgate/domain';
import type { ApiTokenStatus } from '@govgate/domain/internal';
import { apiTokenKind, bearerKey, type Where } from '@govgate/ports';
import { mayInTenant } from '../call/allowed.js';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import type { ListPage } from '../paging/list-page.js';
import { type ListOptions, pageOfRecords } from '../paging/page-of-records.js';
import { PageTokens } from '../paging/page-tokens.js';
import { type ApiTokenView, apiTokenView } from './api-token-view.js';

export interface ListApiTokensInput extends ListOptions {
  readonly tenantId: string;
  readonly filters: { readonly subjectId?: string; readonly status?: ApiTokenStatus };
}

/** Lists the API tokens of a tenant by id: their bearers and reach. */
export const makeListApiTokens = (
  deps: Pick<Ports, 'records' | 'clock' | 'pageTokens'>,
): UseCase<ListApiTokensInput, ListPage<ApiTokenView>> => {
  const tokens = new PageTokens(deps.pageTokens, deps.clock);
  return async (context, input) => {
    const { tenantId, filters } = input;
    const allowed = mayInTenant(context, 'local_identity.read', tenantId);
    if (!allowed.ok) return allowed;
    const question = { list: 'api_tokens', tenantId, environmentId: '', filters: { ...filters } };
    const now = deps.clock.now();
    const request = { question, where: whereOf(input, now), options: input };
    const scope = { installation: true } as const;
    const paged = await pageOfRecords(deps, tokens, { kind: apiTokenKind, scope, ...request });
    if (!paged.ok) return paged;
    const items = paged.value.items.map((stored) => apiTokenView(context, stored, now));
    return ok({ schemaVersion: '1.0', items, page: paged.value.page });
  };
};

const whereOf = (
  { tenantId, filters: { subjectId, status } }: ListApiTokensInput,
  now: Instant,
): Where<typeof apiTokenKind> => ({
  is:
    subjectId === undefined
      ? { tenantId }
      : {
          bearer: [bearerKey(tenantId, 'user', subjectId), bearerKey(tenantId, 'service_account', subjectId)],
        },
  ...(status === undefined ? {} : { range: rangeOf(status, now) }),
});

// Ends are compared as texts: a token ending at this instant is over, and a revoked one has "".
const rangeOf = (status: ApiTokenStatus, now: Instant) => {
  const afterNow = `${now} `;
  switch (status) {
    case 'active':
      return { attribute: 'endsAt', from: afterNow } as const;
    case 'expired':
      return { attribute: 'endsAt', from: '0', to: afterNow } as const;
    case 'revoked':
      return { attribute: 'endsAt', to: '0' } as const;
  }
};

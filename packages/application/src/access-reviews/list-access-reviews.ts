import { authorize, ok, type Principal, type Result, refuse } from '@govgate/domain';
import { type AccessReviewStatus, reviewerKeysOf } from '@govgate/domain/internal';
import { accessReviewKind, type Where } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import type { ListPage } from '../paging/list-page.js';
import { type ListOptions, pageOfRecords } from '../paging/page-of-records.js';
import { PageTokens } from '../paging/page-tokens.js';
import { type AccessReviewSummary, reviewSummary } from './access-review-view.js';

export interface ListAccessReviewsInput extends ListOptions {
  readonly tenantId: string;
  readonly status?: AccessReviewStatus | undefined;
}

type Deps = Pick<Ports, 'records' | 'clock' | 'pageTokens'>;

/** Lists the access reviews that the caller's grants cover, and those in which they are a reviewer. */
export const makeListAccessReviews = (
  deps: Deps,
): UseCase<ListAccessReviewsInput, ListPage<AccessReviewSummary>> => {
  const tokens = new PageTokens(deps.pageTokens, deps.clock);
  return async (context, { tenantId, status, ...options }) => {
    if (context.principal.tenantId !== tenantId) return refuse('scope_forbidden');
    const shown = await shownTo(deps, context.principal);
    if (!shown.ok) return shown;
    const filters = status === undefined ? {} : { status };
    const page = await pageOfRecords(deps, tokens, {
      kind: accessReviewKind,
      scope: { tenantId },
      question: { list: 'access_reviews', tenantId, environmentId: '', filters },
      where: { is: filters, ...shown.value },
      options,
    });
    if (!page.ok) return page;
    const items = page.value.items.map((stored) => reviewSummary(context, stored));
    return ok({ schemaVersion: '1.0', items, page: page.value.page });
  };
};

type Listed = Where<typeof accessReviewKind>;

const shownTo = async ({ records }: Deps, principal: Principal): Promise<Result<Listed>> => {
  const { tenantId, environmentIds, narrowed, permissions } = principal;
  const mayRead = (environmentId: string | null): boolean =>
    authorize(principal, 'access_review.read', {
      tenantId,
      environmentId,
      resourceId: null,
      ownerTeam: null,
    });
  if (mayRead(null)) return ok({});
  const values = environmentIds.filter(mayRead);
  const mayReview = permissions?.includes('access_review.read') ?? true;
  const found = await records.idsByMember(
    accessReviewKind,
    { tenantId },
    {
      membership: 'reviewer',
      members: mayReview ? reviewerKeysOf(principal) : [],
      ...(narrowed ? { is: { environmentId: environmentIds } } : {}),
    },
  );
  const ids = [...new Set([...found.values()].flat())];
  return values.length + ids.length === 0
    ? refuse('permission_denied')
    : ok({ covered: { attribute: 'environmentId', values, ids } });
};

import { type AccessReviewItem, ok } from '@govgate/domain';
import type { ReviewedKind } from '@govgate/domain/internal';
import { accessReviewItemKind } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import type { ListPage } from '../paging/list-page.js';
import { type ListOptions, pageOfRecords } from '../paging/page-of-records.js';
import { PageTokens } from '../paging/page-tokens.js';
import { type AccessReviewRef, loadAccessReview } from './load-access-review.js';
import { itemViews, type ReviewItemView } from './review-item-view.js';

export interface ListReviewItemsInput extends AccessReviewRef, ListOptions {
  readonly filters: {
    readonly decision?: AccessReviewItem['decision'];
    readonly kind?: ReviewedKind;
  };
}

type Deps = Pick<Ports, 'records' | 'clock' | 'pageTokens'>;

/** Lists the grants of an access review, with what was decided on each, and what the caller may decide. */
export const makeListReviewItems = (deps: Deps): UseCase<ListReviewItemsInput, ListPage<ReviewItemView>> => {
  const tokens = new PageTokens(deps.pageTokens, deps.clock);
  return async (context, { tenantId, accessReviewId, filters, ...options }) => {
    const ref = { tenantId, accessReviewId };
    const loaded = await loadAccessReview(deps.records, context, {
      ...ref,
      permission: 'access_review.read',
    });
    if (!loaded.ok) return loaded;
    const is = { accessReviewId, ...filters };
    const page = await pageOfRecords(deps, tokens, {
      kind: accessReviewItemKind,
      scope: { tenantId },
      question: { list: 'access_review_items', tenantId, environmentId: '', filters: is },
      where: { is },
      options,
    });
    if (!page.ok) return page;
    const records = page.value.items.map(({ record }) => record);
    const items = await itemViews(deps, context, { review: loaded.value.record, items: records });
    return ok({ schemaVersion: '1.0', items, page: page.value.page });
  };
};

import { makeListReviewItems } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { AccessReviewParams, ReviewItemAnswer, ReviewItemsQuery } from '../../wire/access-review.js';
import { listOptions } from '../../wire/fields.js';
import { pageOf } from '../../wire/page-of.js';

export const listReviewItems = defineOperation({
  id: 'listReviewItems',
  method: 'get',
  path: '/v1/access-reviews/:access_review_id/items',
  useCase: makeListReviewItems,
  summary: 'Lists the grants under review, with what was decided on each',
  description: 'The reviewers may list them too.',
  tag: 'access_reviews',
  permission: 'access_review.read',
  refuses: ['not_found'],
  scope: 'tenant',
  extension: true,
  params: AccessReviewParams,
  query: ReviewItemsQuery,
  response: pageOf(ReviewItemAnswer),
  toInput: ({ scope, params, query: { decision, kind, ...page } }) => ({
    tenantId: scope.tenantId,
    ...params,
    filters: { ...(decision === undefined ? {} : { decision }), ...(kind === undefined ? {} : { kind }) },
    ...listOptions(page),
  }),
});

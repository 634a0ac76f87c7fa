import { makeListAccessReviews } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { AccessReviewSummaryAnswer, AccessReviewsQuery } from '../../wire/access-review.js';
import { listOptions } from '../../wire/fields.js';
import { pageOf } from '../../wire/page-of.js';

export const listAccessReviews = defineOperation({
  id: 'listAccessReviews',
  method: 'get',
  path: '/v1/access-reviews',
  useCase: makeListAccessReviews,
  summary: 'Lists access reviews',
  description: 'Those that `access_review.read` covers, and those in which the caller is a reviewer.',
  tag: 'access_reviews',
  permission: 'access_review.read',
  scope: 'tenant',
  extension: true,
  params: v.object({}),
  query: AccessReviewsQuery,
  response: pageOf(AccessReviewSummaryAnswer),
  toInput: ({ scope, query: { status, ...page } }) => ({
    tenantId: scope.tenantId,
    status,
    ...listOptions(page),
  }),
});

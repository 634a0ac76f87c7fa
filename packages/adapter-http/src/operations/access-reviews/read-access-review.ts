import { makeReadAccessReview } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { AccessReviewAnswer, AccessReviewParams } from '../../wire/access-review.js';
import { TenantQuery } from '../../wire/audit.js';

export const readAccessReview = defineOperation({
  id: 'readAccessReview',
  method: 'get',
  path: '/v1/access-reviews/:access_review_id',
  useCase: makeReadAccessReview,
  summary: 'Reads an access review and how far its decisions are',
  description: 'Its reviewers may read it too.',
  tag: 'access_reviews',
  permission: 'access_review.read',
  scope: 'tenant',
  extension: true,
  params: AccessReviewParams,
  query: TenantQuery,
  response: AccessReviewAnswer,
  recordTag: ({ tag }) => tag,
  toInput: ({ scope, params }) => ({ tenantId: scope.tenantId, ...params }),
});

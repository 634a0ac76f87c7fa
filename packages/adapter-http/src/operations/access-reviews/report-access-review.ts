import { makeReportAccessReview } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import {
  AccessReviewParams,
  AccessReviewReportAnswer,
  AccessReviewReportQuery,
} from '../../wire/access-review.js';

export const reportAccessReview = defineOperation({
  id: 'reportAccessReview',
  method: 'get',
  path: '/v1/access-reviews/:access_review_id/report',
  useCase: makeReportAccessReview,
  summary: 'Reports an access review with all its decisions, as Markdown or CSV',
  description: 'Its reviewers may read it too.',
  tag: 'access_reviews',
  permission: 'access_review.read',
  refuses: ['not_found', 'limit_exceeded'],
  scope: 'tenant',
  extension: true,
  params: AccessReviewParams,
  query: AccessReviewReportQuery,
  response: AccessReviewReportAnswer,
  toInput: ({ scope, params, query: { format = 'markdown' } }) => ({
    tenantId: scope.tenantId,
    ...params,
    format,
  }),
});

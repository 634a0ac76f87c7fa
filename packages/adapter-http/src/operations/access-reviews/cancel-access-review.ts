import { makeCancelAccessReview } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { AccessReviewAnswer, AccessReviewParams } from '../../wire/access-review.js';
import { TenantQuery } from '../../wire/audit.js';
import { ReasonBody } from '../../wire/reason-body.js';

export const cancelAccessReview = defineOperation({
  id: 'cancelAccessReview',
  method: 'post',
  path: '/v1/access-reviews/:access_review_id/cancel',
  useCase: makeCancelAccessReview,
  summary: 'Cancels an access review; what was decided stays',
  tag: 'access_reviews',
  permission: 'access_review.manage',
  refuses: ['invalid_state'],
  scope: 'tenant',
  extension: true,
  audited: { eventType: 'access_review.cancelled', action: 'cancel', idParam: 'access_review_id' },
  params: AccessReviewParams,
  query: TenantQuery,
  body: ReasonBody,
  response: AccessReviewAnswer,
  recordTag: ({ tag }) => tag,
  toInput: ({ scope, params, body }) => ({ tenantId: scope.tenantId, ...params, ...body }),
});

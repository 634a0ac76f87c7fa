import { makeDecideReviewItems } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { AccessReviewParams, DecidedItemsAnswer, DecideReviewItemsBody } from '../../wire/access-review.js';
import { TenantQuery } from '../../wire/audit.js';

export const decideReviewItems = defineOperation({
  id: 'decideReviewItems',
  method: 'post',
  path: '/v1/access-reviews/:access_review_id/decide',
  useCase: makeDecideReviewItems,
  summary: 'Keeps or revokes grants under review; a revoked one ends with the decision',
  description:
    "The review's reviewers may decide too, and nobody on a grant of their own. Each decision is committed by itself: the first that is refused " +
    'ends the call, those before it stay, and repeating the call is safe.',
  tag: 'access_reviews',
  permission: 'access_review.manage',
  refuses: [
    {
      reasonCode: 'invalid_state',
      field: 'decisions.0.item_id',
      when: 'The review is not open, or the grant was revoked already.',
    },
    {
      reasonCode: 'self_approval_forbidden',
      field: 'decisions.0.item_id',
      when: "The grant is the caller's own.",
    },
    {
      reasonCode: 'last_security_admin',
      field: 'decisions.0.item_id',
      when: 'Nobody would be left to administer the tenant.',
    },
    { reasonCode: 'not_found', field: 'decisions.0.item_id', when: 'The review has no such item.' },
  ],
  scope: 'tenant',
  extension: true,
  audited: { eventType: 'access_review.decided', action: 'decide', idParam: 'access_review_id' },
  params: AccessReviewParams,
  query: TenantQuery,
  body: DecideReviewItemsBody,
  response: DecidedItemsAnswer,
  toInput: ({ scope, params, body }) => ({ tenantId: scope.tenantId, ...params, ...body }),
});

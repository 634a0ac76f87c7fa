import { makeOpenAccessReview } from '@govgate/application';
import { parseInstant } from '@govgate/domain';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { AccessReviewAnswer, OpenAccessReviewBody } from '../../wire/access-review.js';
import { TenantQuery } from '../../wire/audit.js';

export const openAccessReview = defineOperation({
  id: 'openAccessReview',
  method: 'post',
  path: '/v1/access-reviews',
  useCase: makeOpenAccessReview,
  summary: 'Opens a review of the grants in the tenant or an environment',
  description:
    'The caller also needs, in that scope, the permission that ends a grant of each kind: `role_binding.disable`, ' +
    '`local_identity.manage` for tokens and service accounts, `credential_binding.revoke`. The grants are listed shortly after, ' +
    'until then the status is `preparing`.',
  tag: 'access_reviews',
  permission: 'access_review.manage',
  refuses: [
    'limit_exceeded',
    {
      reasonCode: 'invalid_request',
      field: 'kinds',
      when: 'An environment is given, and tokens or service accounts are to be reviewed.',
    },
    { reasonCode: 'invalid_request', field: 'due_at', when: 'It is not in the future.' },
    {
      reasonCode: 'unknown_reference',
      field: 'reviewers',
      when: 'One of them does not exist or is disabled.',
    },
  ],
  scope: 'tenant',
  extension: true,
  audited: { eventType: 'access_review.opened', action: 'open' },
  params: v.object({}),
  query: TenantQuery,
  body: OpenAccessReviewBody,
  response: AccessReviewAnswer,
  status: 201,
  recordTag: ({ tag }) => tag,
  toInput: ({ scope, body: { environmentId, dueAt, ...body } }) => ({
    tenantId: scope.tenantId,
    ...body,
    environmentId: environmentId ?? null,
    dueAt: parseInstant(dueAt) ?? '',
  }),
});

import { makeIssueApiToken } from '@govgate/application';
import { Secret } from '@govgate/domain';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { CreateApiTokenBody, IssuedApiTokenAnswer } from '../../wire/api-token.js';
import { TenantQuery } from '../../wire/audit.js';
import { instantIn } from '../../wire/role-binding.js';

export const createApiToken = defineOperation({
  id: 'createApiToken',
  method: 'post',
  path: '/v1/api-tokens',
  useCase: makeIssueApiToken,
  summary: 'Creates an API token and returns it once',
  description:
    'Everybody may create tokens for themselves. A token reaches no further and lasts no longer than the token it is created with, and ends ' +
    'with it; one created with a JWT lasts at most 24 hours unless its creator holds local_identity.manage. A token for somebody else ' +
    'never allows what its creator could not do. A token that is narrowed to permissions creates others only if they include ' +
    'local_identity.manage. Without `expires_at` a token ends after 90 days; `null` means never. `token` is in the first answer only: a ' +
    'repeated Idempotency-Key is answered with `null`; revoke that token and create another.',
  tag: 'local_identity',
  permission: 'local_identity.manage',
  refuses: [
    'exceeds_grantor',
    'limit_exceeded',
    'invalid_state',
    { reasonCode: 'unknown_reference', field: 'subject.subject_id', when: 'There is no such account.' },
    {
      reasonCode: 'unknown_reference',
      field: 'limited_to.environment_ids',
      when: 'One of the environments does not exist.',
    },
    { reasonCode: 'invalid_request', field: 'expires_at', when: 'The end is in the past.' },
  ],
  scope: 'tenant',
  extension: true,
  audited: { eventType: 'api_token.created', action: 'create' },
  params: v.object({}),
  query: TenantQuery,
  body: CreateApiTokenBody,
  response: IssuedApiTokenAnswer,
  status: 201,
  recordTag: (token) => token.tag,
  toInput: ({ scope, body: { subject, limitedTo, expiresAt, reasonCode } }) => ({
    tenantId: scope.tenantId,
    subject,
    environmentIds: limitedTo?.environmentIds ?? null,
    permissions: limitedTo?.permissions ?? null,
    expiresAt: expiresAt === undefined ? undefined : instantIn(expiresAt),
    reasonCode,
  }),
  // A kept answer has been through JSON, which no secret survives.
  toWire: ({ token, ...rest }) => ({ ...rest, token: token instanceof Secret ? token.reveal() : null }),
});

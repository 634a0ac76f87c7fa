import { makeRequestApproval } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { CallApprovalAnswer, RequestApprovalBody } from '../../wire/call-approval.js';
import { ScopeQuery } from '../../wire/fields.js';

/** What either form of a request takes. */
const FIELDS = [
  'client_session_id',
  'server_id',
  'tool_id',
  'policy_version',
  'rule_id',
  'arguments_digest',
  'call_digest',
  'subject',
  'action',
  'resource',
] as const;

export const requestApproval = defineOperation({
  id: 'requestApproval',
  method: 'post',
  path: '/v1/approvals',
  useCase: makeRequestApproval,
  summary: 'Requests approval of a call for which a rule requires it',
  description: 'Repeating the request for the same call returns the open approval.',
  tag: 'approvals',
  permission: 'approval.request',
  refuses: [
    'limit_exceeded',
    {
      reasonCode: 'invalid_state',
      field: 'client_session_id',
      when: 'The session has ended, a revocation covers it, or what it was opened with is no longer in use.',
    },
    { reasonCode: 'invalid_state', field: 'policy_version', when: 'The version is not the active one.' },
    ...FIELDS.map(
      (field) =>
        ({
          reasonCode: 'invalid_request',
          field,
          when: 'It is missing, belongs to the other form, or is not what the service computes.',
        }) as const,
    ),
    { reasonCode: 'invalid_request', field: 'action.name', when: 'There is no such action.' },
    {
      reasonCode: 'invalid_request',
      field: 'denial.evaluation_id',
      when: 'The denial was not made by this service.',
    },
    {
      reasonCode: 'invalid_request',
      field: 'denial.expires_at',
      when: 'The denial has a different expiry.',
    },
    {
      reasonCode: 'invalid_request',
      field: 'denial',
      when: 'The denial was not made by this service, or not for this subject, action, resource and context.',
    },
    { reasonCode: 'invalid_state', field: 'denial.expires_at', when: 'The denial is too old.' },
    { reasonCode: 'unknown_reference', field: 'client_session_id', when: 'There is no such session.' },
    { reasonCode: 'unknown_reference', field: 'policy_version', when: 'There is no such version.' },
    {
      reasonCode: 'unknown_reference',
      field: 'rule_id',
      when: 'The version has no such rule that requires an approval.',
    },
  ],
  example: {
    client_session_id: 'cs_42',
    server_id: 'srv_crm',
    tool_id: 'search',
    policy_version: 'pv_7',
    rule_id: 'ask-for-writes',
    arguments_digest: 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  },
  scope: 'named',
  extension: true,
  audited: { eventType: 'approval.requested', action: 'request' },
  params: v.object({}),
  query: ScopeQuery,
  body: RequestApprovalBody,
  response: CallApprovalAnswer,
  status: ({ created }) => (created ? 201 : 200),
  successes: [200, 201],
  recordTag: ({ tag }) => tag,
  toInput: ({ scope, body }) => ({ scope, request: body }),
});

import {
  makeApproveMcpSubmission,
  makeRejectMcpSubmission,
  makeWithdrawMcpSubmission,
} from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { ScopeQuery } from '../../wire/fields.js';
import { SubmissionAnswer, SubmissionParams } from '../../wire/mcp-server.js';
import { ApproveSubmissionBody, MANIFEST_BODY_LIMIT } from '../../wire/mcp-server-input.js';
import { ReasonBody } from '../../wire/reason-body.js';

const shared = {
  method: 'post',
  tag: 'mcp_servers',
  scope: 'named',
  extension: true,
  params: SubmissionParams,
  query: ScopeQuery,
  response: SubmissionAnswer,
} as const;

export const approveMcpSubmission = defineOperation({
  ...shared,
  id: 'approveMcpSubmission',
  path: '/v1/mcp-servers/:server_id/submissions/:submission_id/approve',
  useCase: makeApproveMcpSubmission,
  summary: 'Approves a submission by the hash of its manifest; it becomes the live snapshot',
  permission: 'mcp_server.review',
  refuses: [
    'invalid_state',
    'manifest_hash_mismatch',
    'self_approval_forbidden',
    { reasonCode: 'invalid_request', field: 'tool_reviews', when: 'A tool is reviewed once.' },
    {
      reasonCode: 'unknown_reference',
      field: 'tool_reviews',
      when: 'A review names a tool that the submission does not have.',
    },
  ],
  audited: { eventType: 'mcp_server.approved', action: 'approve', idParam: 'server_id' },
  // Whatever could be submitted can be reviewed in one call, tool by tool.
  bodyLimit: MANIFEST_BODY_LIMIT,
  body: ApproveSubmissionBody,
  recordTag: (submission) => submission.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});

export const rejectMcpSubmission = defineOperation({
  ...shared,
  id: 'rejectMcpSubmission',
  path: '/v1/mcp-servers/:server_id/submissions/:submission_id/reject',
  useCase: makeRejectMcpSubmission,
  summary: 'Rejects a pending submission',
  permission: 'mcp_server.review',
  refuses: ['invalid_state'],
  audited: { eventType: 'mcp_server.rejected', action: 'reject', idParam: 'server_id' },
  body: ReasonBody,
  recordTag: (submission) => submission.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});

export const withdrawMcpSubmission = defineOperation({
  ...shared,
  id: 'withdrawMcpSubmission',
  path: '/v1/mcp-servers/:server_id/submissions/:submission_id/withdraw',
  useCase: makeWithdrawMcpSubmission,
  summary: 'Withdraws a pending submission',
  permission: 'mcp_server.register',
  refuses: ['invalid_state'],
  audited: { eventType: 'mcp_server.withdrawn', action: 'withdraw', idParam: 'server_id' },
  body: ReasonBody,
  recordTag: (submission) => submission.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});

import { CALL_DIGEST_PATTERN, POLICY_ACTIONS } from '@govgate/domain';
import { CALL_APPROVAL_STATUSES } from '@govgate/domain/internal';
import { callApprovalKind, recordSortsOf } from '@govgate/ports';
import * as v from 'valibot';
import { Action, Entity, PropertiesObject } from './authzen.js';
import { described } from './described.js';
import {
  DateTime,
  EnvironmentId,
  Id,
  InstantField,
  listQuery,
  ReasonCodeField,
  ReasonText,
  SchemaVersion,
  ScopeQuery,
  TenantId,
  ToolId,
  wholeNumber,
} from './fields.js';
import { Permissions } from './permissions.js';

/** A digest of a call's facts. */
const CallDigestField = v.pipe(v.string(), v.regex(CALL_DIGEST_PATTERN));

/** A gateway's hash of the arguments, in its own form. */
const ArgumentsDigestField = v.pipe(v.string(), v.regex(/^[A-Za-z0-9:+/=_-]{16,128}$/));

/** A run-time approval of a call (docs/spec/approvals.md). */
export const CallApprovalAnswer = v.object({
  schema_version: SchemaVersion,
  approval_id: described(
    v.string(),
    'Names one request for approval; made by the service.',
    'apr_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
  ),
  tenant_id: TenantId,
  environment_id: EnvironmentId,
  client_session_id: described(
    v.string(),
    'The session between a client and the gateway, as the gateway reported it.',
    'cs_42',
  ),
  user_id: described(v.string(), 'For whom the call is made.', 'ada'),
  agent_id: described(
    v.nullable(v.string()),
    'The agent that makes the call; null where none takes part.',
    'agent-billing',
  ),
  server_id: described(v.string(), 'The MCP server that is called.', 'srv_crm'),
  tool_id: described(v.string(), 'The tool, as its server calls it.', 'search'),
  action: described(v.picklist(POLICY_ACTIONS), 'What the call does.', 'tool.invoke'),
  policy_version: described(v.string(), 'The policy version that asks for approval.', 'pv_7'),
  rule_id: described(v.string(), 'The rule that asks for approval.', 'ask-for-writes'),
  approver_role: described(
    v.string(),
    'The role that may decide, besides holders of `approval.decide`.',
    'security_admin',
  ),
  context_digest: described(
    v.nullable(v.string()),
    'The digest of what the decision depended on besides names; null if there was none.',
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ),
  arguments_digest: described(
    v.nullable(v.string()),
    "The gateway's hash of the arguments; null if it sent none.",
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ),
  call_digest: described(
    v.string(),
    "SHA-256 of the RFC 8785 form of the call's facts; of its arguments it covers only a digest.",
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ),
  status: described(v.picklist(CALL_APPROVAL_STATUSES), 'Where the request stands.'),
  requested_by: described(v.string(), 'Who asked for it.', 'ada'),
  requested_at: described(DateTime, 'When it was asked for.'),
  expires_at: described(DateTime, 'When the request or its approval ends.'),
  decided_by: described(v.nullable(v.string()), 'Who approved or denied; null until then.', 'bea'),
  decided_at: described(v.nullable(DateTime), 'When somebody approved or denied; null until then.'),
  decision_reason_code: described(
    v.nullable(v.string()),
    'Why the approver decided so, as a code; null until then.',
    'requested',
  ),
  closed_at: described(
    v.nullable(DateTime),
    'When it was used, expired or withdrawn; null while it may still be used or decided.',
  ),
  permissions: Permissions,
  task: described(
    v.object({
      id: described(v.string(), 'The id of the request, repeated.'),
      status: described(
        v.picklist(['pending', 'approved', 'denied', 'expired', 'cancelled']),
        'Where the request stands, in the words of the profile.',
      ),
      status_endpoint: described(
        v.string(),
        'Where to ask again.',
        '/v1/approvals/apr_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
      ),
      expires_at: described(DateTime, 'When the task ends.'),
    }),
    'The same as a task of the AuthZEN access request profile.',
  ),
  result: described(
    v.optional(
      v.object({
        mode: described(
          v.literal('reevaluate'),
          'Always `reevaluate`: ask the decision point again, with the approval.',
        ),
        approval: described(
          v.object({
            id: described(v.string(), 'The id of the request, repeated.'),
            approved_at: described(v.nullable(DateTime), 'When somebody approved; null until then.'),
            approved_until: described(DateTime, 'Until when the approval may be used.'),
          }),
          'The approval to present.',
        ),
      }),
    ),
    'What an approval allows; absent without one.',
  ),
});

export const CallApprovalParams = v.object({
  approval_id: described(
    Id,
    'Names one request for approval; made by the service.',
    'apr_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
  ),
});

/**
 * A gateway's request: the call by names and digests, never an argument of it. Or, following the AuthZEN Access Request and Approval Profile
 * (draft), a denial by the decision point with the question: its subject, action, resource and context.
 */
export const RequestApprovalBody = v.strictObject({
  client_session_id: described(v.optional(Id), 'The session in which the call is made.', 'cs_42'),
  server_id: described(v.optional(Id), 'The MCP server that is called.', 'srv_crm'),
  tool_id: described(v.optional(ToolId), 'The tool, as its server calls it.', 'search'),
  policy_version: described(v.optional(Id), 'The policy version that asks for approval.', 'pv_7'),
  rule_id: described(v.optional(Id), 'The rule that asks for approval.', 'ask-for-writes'),
  arguments_digest: described(
    v.optional(ArgumentsDigestField),
    "The gateway's hash of the arguments, under a key of its own if they can be guessed.",
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ),
  call_digest: described(
    v.optional(CallDigestField),
    "SHA-256 of the RFC 8785 form of the call's facts; of its arguments it covers only a digest.",
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ),
  subject: described(v.optional(Entity), 'Who makes the call, as in the denied question.'),
  action: described(v.optional(Action), 'The action, as in the denied question.'),
  resource: described(v.optional(Entity), 'What is called, as in the denied question.'),
  context: described(v.optional(PropertiesObject), 'The circumstances, as in the denied question.'),
  requested_access: described(
    v.optional(PropertiesObject),
    'The access that is requested, if not the one that was denied.',
  ),
  client: described(v.optional(PropertiesObject), 'The gateway, as it describes itself.'),
  denial: described(
    v.optional(
      v.object({
        evaluation_id: described(
          v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.~-]{1,4096}$/), v.metadata({ format: 'page-token' })),
          'The proof that came with the denial.',
          'ev_Zm9v',
        ),
        expires_at: described(InstantField, 'Until when the proof is accepted, as it said.'),
      }),
    ),
    'The denial that an approval is to lift.',
  ),
});

/** An approver's decision. */
export const DecideCallBody = v.strictObject({
  reason_code: ReasonCodeField,
  reason: v.optional(ReasonText),
});

/** The call an approval is to be used for. */
export const UseApprovalBody = v.strictObject({
  call_digest: described(
    CallDigestField,
    "SHA-256 of the RFC 8785 form of the call's facts; of its arguments it covers only a digest.",
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ),
});

export const CallApprovalQuery = v.strictObject({
  ...ScopeQuery.entries,
  wait: described(v.optional(wholeNumber(0, 30, 0)), 'How many seconds to wait for news before answering.'),
});

export const CallApprovalsQuery = v.strictObject({
  ...ScopeQuery.entries,
  status: described(v.optional(v.picklist(CALL_APPROVAL_STATUSES)), 'Only requests in this state.'),
  client_session_id: described(v.optional(Id), 'Only requests of this session.', 'cs_42'),
  policy_version: described(v.optional(Id), 'Only requests of this policy version.', 'pv_7'),
  approver_role: described(v.optional(Id), 'Only requests that this role may decide.', 'security_admin'),
  ...listQuery(recordSortsOf(callApprovalKind)),
});

import { CALL_APPROVAL_STATUSES, CALL_DIGEST_PATTERN } from '@govgate/domain';
import * as v from 'valibot';
import { Action, Entity, PropertiesObject } from './authzen.js';
import {
  DateTime,
  Id,
  InstantField,
  PageSize,
  PageToken,
  ReasonCodeField,
  ReasonText,
  SchemaVersion,
  ScopeQuery,
  ToolId,
  wholeNumber,
} from './fields.js';
import { Permissions } from './policy.js';

/** A digest of a call's facts. */
const CallDigestField = v.pipe(v.string(), v.regex(CALL_DIGEST_PATTERN));

/** A run-time approval of a call (docs/spec/approvals.md). */
export const CallApprovalAnswer = v.object({
  schema_version: SchemaVersion,
  approval_id: v.string(),
  tenant_id: v.string(),
  environment_id: v.string(),
  client_session_id: v.string(),
  user_id: v.string(),
  agent_id: v.nullable(v.string()),
  server_id: v.string(),
  tool_id: v.string(),
  policy_version: v.string(),
  rule_id: v.string(),
  approver_role: v.string(),
  call_digest: v.string(),
  status: v.picklist(CALL_APPROVAL_STATUSES),
  requested_by: v.string(),
  requested_at: DateTime,
  expires_at: DateTime,
  decided_by: v.nullable(v.string()),
  decided_at: v.nullable(DateTime),
  decision_reason_code: v.nullable(v.string()),
  closed_at: v.nullable(DateTime),
  permissions: Permissions,
  task: v.object({
    id: v.string(),
    status: v.picklist(['pending', 'approved', 'denied', 'expired', 'cancelled']),
    status_endpoint: v.string(),
    expires_at: DateTime,
  }),
  result: v.optional(
    v.object({
      mode: v.literal('reevaluate'),
      approval: v.object({
        id: v.string(),
        approved_at: v.nullable(DateTime),
        approved_until: DateTime,
      }),
    }),
  ),
});

export const CallApprovalParams = v.object({ approval_id: Id });

/**
 * A gateway's request: the call by names and digest, never an argument of it. Or, following the AuthZEN Access Request and Approval Profile
 * (draft), a denial by the decision point with its subject, action and resource.
 */
export const RequestApprovalBody = v.strictObject({
  client_session_id: v.optional(Id),
  server_id: v.optional(Id),
  tool_id: v.optional(ToolId),
  policy_version: v.optional(Id),
  rule_id: v.optional(Id),
  call_digest: v.optional(CallDigestField),
  subject: v.optional(Entity),
  action: v.optional(Action),
  resource: v.optional(Entity),
  context: v.optional(PropertiesObject),
  requested_access: v.optional(PropertiesObject),
  client: v.optional(PropertiesObject),
  denial: v.optional(
    v.object({
      evaluation_id: v.pipe(
        v.string(),
        v.regex(/^[A-Za-z0-9_.~-]{1,4096}$/),
        v.metadata({ format: 'page-token' }),
      ),
      expires_at: InstantField,
    }),
  ),
});

/** An approver's decision. */
export const DecideCallBody = v.strictObject({
  reason_code: ReasonCodeField,
  reason: v.optional(ReasonText),
});

/** The call an approval is to be used for. */
export const UseApprovalBody = v.strictObject({ call_digest: CallDigestField });

export const CallApprovalQuery = v.strictObject({
  ...ScopeQuery.entries,
  wait: v.optional(wholeNumber(0, 30, 0)),
});

export const CallApprovalsQuery = v.strictObject({
  ...ScopeQuery.entries,
  status: v.optional(v.picklist(CALL_APPROVAL_STATUSES)),
  client_session_id: v.optional(Id),
  policy_version: v.optional(Id),
  approver_role: v.optional(Id),
  limit: v.optional(PageSize),
  cursor: v.optional(PageToken),
});

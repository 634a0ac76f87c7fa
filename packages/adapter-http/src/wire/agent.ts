import {
  AGENT_APPROVAL_STATUSES,
  AGENT_LIFECYCLE_STATES,
  AGENT_REVIEW_OUTCOMES,
  CREDENTIAL_MODES,
  DELEGATION_MODES,
} from '@govgate/domain';
import * as v from 'valibot';
import {
  DateTime,
  Id,
  Name,
  PageSize,
  PageToken,
  ReasonCodeField,
  ReasonText,
  SchemaVersion,
  ScopeQuery,
} from './fields.js';
import { Permissions } from './policy.js';

const instanceIdentity = {
  required: v.boolean(),
  allowed_instance_ids: v.array(v.string()),
  allowed_instance_id_prefixes: v.array(v.string()),
};

/** An agent (docs/spec/agents.md#record). */
export const AgentRecord = v.object({
  schema_version: SchemaVersion,
  agent_id: v.string(),
  name: v.string(),
  purpose: v.optional(v.nullable(v.string())),
  tenant_id: v.string(),
  environment_id: v.string(),
  lifecycle_state: v.picklist(AGENT_LIFECYCLE_STATES),
  approval_status: v.picklist(AGENT_APPROVAL_STATUSES),
  owner: v.object({ team: v.string(), escalation_contact: v.string() }),
  allowed_surfaces: v.array(v.string()),
  allowed_environments: v.array(v.string()),
  delegation_mode: v.picklist(DELEGATION_MODES),
  credential_mode: v.picklist(CREDENTIAL_MODES),
  instance_identity: v.object(instanceIdentity),
  submitted_by: v.string(),
  submitted_at: DateTime,
  reviewed_by: v.nullable(v.string()),
  review_reason_code: v.nullable(v.string()),
  review_reason: v.nullable(v.string()),
  revocation_id: v.nullable(v.string()),
  reviewed_at: v.nullable(DateTime),
  disabled_at: v.nullable(DateTime),
  archived_at: v.nullable(DateTime),
  revoked_at: v.nullable(DateTime),
  created_at: DateTime,
  updated_at: DateTime,
  permissions: Permissions,
});

/** An agent's registry record: permissions appear both beside it and in it. */
export const AgentAnswer = v.object({
  schema_version: SchemaVersion,
  agent: AgentRecord,
  permissions: Permissions,
});

export const AgentParams = v.object({ agent_id: Id });

const ids = v.pipe(v.array(Id), v.maxLength(100));

export const RegisterAgentBody = v.strictObject({
  agent_id: Id,
  name: Name,
  purpose: v.optional(v.nullable(ReasonText), null),
  owner: v.strictObject({ team: Id, escalation_contact: Name }),
  allowed_surfaces: ids,
  allowed_environments: ids,
  delegation_mode: v.picklist(DELEGATION_MODES),
  credential_mode: v.picklist(CREDENTIAL_MODES),
  instance_identity: v.strictObject({
    required: v.boolean(),
    allowed_instance_ids: ids,
    allowed_instance_id_prefixes: ids,
  }),
  reason_code: v.optional(ReasonCodeField),
});

export const ReviewAgentBody = v.strictObject({
  outcome: v.picklist(AGENT_REVIEW_OUTCOMES),
  reason_code: ReasonCodeField,
  reason: v.optional(ReasonText),
});

export const AgentsQuery = v.strictObject({
  ...ScopeQuery.entries,
  lifecycle_state: v.optional(v.picklist(AGENT_LIFECYCLE_STATES)),
  approval_status: v.optional(v.picklist(AGENT_APPROVAL_STATUSES)),
  limit: v.optional(PageSize),
  cursor: v.optional(PageToken),
});

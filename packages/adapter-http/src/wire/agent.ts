import {
  AGENT_APPROVAL_STATUSES,
  AGENT_LIFECYCLE_STATES,
  CREDENTIAL_MODES,
  DELEGATION_MODES,
} from '@govgate/domain/internal';
import { agentKind, recordSortsOf } from '@govgate/ports';
import * as v from 'valibot';
import { described } from './described.js';
import {
  DateTime,
  EnvironmentId,
  Id,
  listQuery,
  Name,
  ReasonCodeField,
  ReasonText,
  SchemaVersion,
  ScopeQuery,
  TenantId,
} from './fields.js';
import { Permissions } from './permissions.js';

const instanceIdentity = {
  required: described(v.boolean(), 'True if an instance must say its name.'),
  allowed_instance_ids: described(v.array(v.string()), 'Names of the instances that may act as this agent.', [
    'billing-1',
  ]),
  allowed_instance_id_prefixes: described(
    v.array(v.string()),
    'How the names of instances may begin, beside those listed whole.',
    ['billing-'],
  ),
};

/** An agent (docs/spec/agents.md#record). */
export const AgentRecord = described(
  v.object({
    schema_version: SchemaVersion,
    agent_id: described(v.string(), 'Names the agent; unique in its environment.', 'agent-billing'),
    name: described(v.string(), 'What people call the agent.', 'Billing assistant'),
    purpose: described(
      v.optional(v.nullable(v.string())),
      'What the agent does, in words; null if none was given.',
      'Answers questions about invoices',
    ),
    tenant_id: TenantId,
    environment_id: EnvironmentId,
    lifecycle_state: described(v.picklist(AGENT_LIFECYCLE_STATES), 'Whether the agent may act.'),
    approval_status: described(
      v.picklist(AGENT_APPROVAL_STATUSES),
      'How its review ended, or that it is pending.',
    ),
    owner: described(
      v.object({
        team: described(v.string(), 'The team that is accountable.', 'payments'),
        escalation_contact: described(v.string(), 'Whom to reach in an emergency.', 'payments-oncall'),
      }),
      'Who is accountable for it, and how to reach them.',
    ),
    allowed_surfaces: described(v.array(v.string()), 'Client surfaces that the agent may connect from.', [
      'surface-ide',
    ]),
    allowed_environments: described(
      v.array(v.string()),
      'Environments of the tenant in which the agent may be used.',
      ['production'],
    ),
    delegation_mode: described(
      v.picklist(DELEGATION_MODES),
      'Whether the agent acts for itself or on behalf of a user.',
    ),
    credential_mode: described(v.picklist(CREDENTIAL_MODES), 'Whose credential the gateway presents.'),
    instance_identity: described(v.object(instanceIdentity), 'How instances of the agent are identified.'),
    submitted_by: described(v.string(), 'Who submitted it for review.', 'ada'),
    submitted_at: described(DateTime, 'When it was submitted for review.'),
    reviewed_by: described(v.nullable(v.string()), 'Who reviewed it; null without a review.', 'bea'),
    review_reason_code: described(
      v.nullable(v.string()),
      'Why the reviewer decided so, as a code; null without a review.',
    ),
    review_reason: described(v.nullable(v.string()), 'What the reviewer wrote; null without a review.'),
    revocation_id: described(
      v.nullable(v.string()),
      'The revocation that the change issued; null where it issued none.',
      'rev_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
    ),
    reviewed_at: described(v.nullable(DateTime), 'When the review took place; null without one.'),
    disabled_at: described(v.nullable(DateTime), 'When it was disabled; null while it is enabled.'),
    archived_at: described(v.nullable(DateTime), 'When it was archived; null until then.'),
    revoked_at: described(v.nullable(DateTime), 'When it was revoked; null until then.'),
    created_at: described(DateTime, 'When it was created.'),
    updated_at: described(DateTime, 'When it was last changed.'),
    permissions: Permissions,
  }),
  'An AI agent that is registered in an environment.',
);

/** An agent's registry record: permissions appear both beside it and in it. */
export const AgentAnswer = v.object({
  schema_version: SchemaVersion,
  agent: AgentRecord,
  permissions: Permissions,
});

export const AgentParams = v.object({
  agent_id: described(Id, 'Names the agent; unique in its environment.', 'agent-billing'),
});

const ids = v.pipe(v.array(Id), v.maxLength(100));

export const RegisterAgentBody = v.strictObject({
  agent_id: described(Id, 'Names the agent; unique in its environment.', 'agent-billing'),
  name: described(Name, 'What people call the agent.', 'Billing assistant'),
  purpose: described(
    v.optional(v.nullable(ReasonText), null),
    'What the agent does, in words; null if none was given.',
    'Answers questions about invoices',
  ),
  owner: described(
    v.strictObject({
      team: described(Id, 'The team that is accountable.', 'payments'),
      escalation_contact: described(Name, 'Whom to reach in an emergency.', 'payments-oncall'),
    }),
    'Who is accountable for the agent.',
  ),
  allowed_surfaces: described(ids, 'Client surfaces that the agent may connect from.', ['surface-ide']),
  allowed_environments: described(ids, 'Environments of the tenant in which the agent may be used.', [
    'production',
  ]),
  delegation_mode: described(
    v.picklist(DELEGATION_MODES),
    'Whether the agent acts for itself or on behalf of a user.',
  ),
  credential_mode: described(v.picklist(CREDENTIAL_MODES), 'Whose credential the gateway presents.'),
  instance_identity: described(
    v.strictObject({
      required: described(v.boolean(), 'True if an instance must say its name.'),
      allowed_instance_ids: described(ids, 'Names of the instances that may act as this agent.', [
        'billing-1',
      ]),
      allowed_instance_id_prefixes: described(
        ids,
        'How the names of instances may begin, beside those listed whole.',
        ['billing-'],
      ),
    }),
    'How instances of the agent are identified.',
  ),
  reason_code: v.optional(ReasonCodeField),
});

export const AgentsQuery = v.strictObject({
  ...ScopeQuery.entries,
  lifecycle_state: described(v.optional(v.picklist(AGENT_LIFECYCLE_STATES)), 'Only agents in this state.'),
  approval_status: described(
    v.optional(v.picklist(AGENT_APPROVAL_STATUSES)),
    'Only agents whose review is here.',
  ),
  ...listQuery(recordSortsOf(agentKind)),
});

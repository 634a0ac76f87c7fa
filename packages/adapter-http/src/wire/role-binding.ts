import { type Instant, parseInstant, ROLES, SCOPE_TYPES } from '@govgate/domain';
import {
  FINDING_SEVERITIES,
  ROLE_BINDING_FINDINGS,
  ROLE_BINDING_STATUSES,
  ROLE_BINDING_SUBJECT_TYPES,
} from '@govgate/domain/internal';
import { recordSortsOf, roleBindingKind } from '@govgate/ports';
import * as v from 'valibot';
import { described } from './described.js';
import {
  Count,
  DateTime,
  ETag,
  Id,
  InstantField,
  listQuery,
  PrincipalId,
  ReasonCodeField,
  ReasonText,
  SchemaVersion,
  TenantId,
  TenantParameter,
} from './fields.js';
import { GrantScopeBody } from './grant-scope-input.js';
import { GrantScopeAnswer } from './identity.js';
import { Permissions } from './permissions.js';

const Subject = v.object({
  subject_type: described(
    v.picklist(ROLE_BINDING_SUBJECT_TYPES),
    'Whether it is a user, a group or a service account.',
  ),
  subject_id: described(v.string(), 'Which user, group or service account.', 'bea'),
});

/** A role binding (docs/spec/authorization.md#role-bindings). */
export const RoleBindingAnswer = v.object({
  schema_version: SchemaVersion,
  binding_id: described(
    v.string(),
    'Names one grant of a role; made by the service.',
    'rb_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
  ),
  tenant_id: TenantId,
  role: described(v.picklist(ROLES), 'What the grant gives.'),
  subject: described(Subject, 'Who gets the role.'),
  scope: GrantScopeAnswer,
  status: described(v.picklist(ROLE_BINDING_STATUSES), 'Whether the grant is in force.'),
  reason_code: described(v.string(), 'Why it was granted, as a code.', 'new_team_member'),
  reason: described(
    v.nullable(v.string()),
    'Why it was granted, in words; null where nobody gave any.',
    'Joined the team',
  ),
  granted_by: described(v.string(), 'Who made the grant.', 'ada'),
  created_at: described(DateTime, 'When it was created.'),
  not_before: described(v.nullable(DateTime), 'When the grant begins; null for immediately.'),
  expires_at: described(v.nullable(DateTime), 'When the grant ends; null for never.'),
  disabled_by: described(v.nullable(v.string()), 'Who disabled it; null while it is not.', 'ada'),
  disabled_at: described(v.nullable(DateTime), 'When it was disabled; null while it is enabled.'),
  disable_reason_code: described(
    v.nullable(v.string()),
    'Why it was disabled, as a code; null while it is not.',
    'left_company',
  ),
  etag: ETag,
  audit_event_ids: described(
    v.array(v.string()),
    'Audit events that record the change; none where nothing changed.',
    ['evt_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c'],
  ),
  permissions: Permissions,
});

/** The body of a create or preview. */
export const RoleBindingBody = v.strictObject({
  role: described(v.picklist(ROLES), 'What the grant gives.'),
  subject: described(
    v.strictObject({
      subject_type: described(
        v.picklist(ROLE_BINDING_SUBJECT_TYPES),
        'Whether it is a user, a group or a service account.',
      ),
      subject_id: described(PrincipalId, 'Which user, group or service account.', 'bea'),
    }),
    'Who gets the role.',
  ),
  scope: GrantScopeBody,
  reason_code: ReasonCodeField,
  reason: described(
    v.optional(v.nullable(ReasonText)),
    'Why the role is granted, in words; null for none.',
    'Joined the team',
  ),
  not_before: described(
    v.optional(v.nullable(InstantField)),
    'When the grant begins; null for immediately.',
    '2026-01-01T00:00:00.000Z',
  ),
  expires_at: described(
    v.optional(v.nullable(InstantField)),
    'When the grant ends; null for never.',
    '2026-12-31T00:00:00.000Z',
  ),
});

export const DisableRoleBindingBody = v.strictObject({
  reason_code: ReasonCodeField,
  reason: described(
    v.optional(v.nullable(ReasonText)),
    'Why the grant is ended, in words; null for none.',
    'Left the team',
  ),
});

export const RoleBindingsQuery = v.strictObject({
  tenant_id: TenantParameter,
  subject_id: described(
    v.optional(PrincipalId),
    'Only grants to this user, group or service account.',
    'bea',
  ),
  role: described(v.optional(v.picklist(ROLES)), 'Only grants of this role.'),
  scope_type: described(v.optional(v.picklist(SCOPE_TYPES)), 'Only grants of this reach.'),
  status: described(v.optional(v.picklist(ROLE_BINDING_STATUSES)), 'Only grants in this state.'),
  ...listQuery(recordSortsOf(roleBindingKind)),
});

/** A preview's findings (docs/spec/authorization.md#role-bindings). */
export const RoleBindingPreviewAnswer = v.object({
  schema_version: SchemaVersion,
  valid: described(v.boolean(), 'Whether the grant could be made.'),
  permissions_granted: described(v.array(v.string()), 'Every permission in the grant.', ['policy.read']),
  newly_effective: described(
    v.array(v.string()),
    'Permissions in the grant that the subject does not hold yet.',
    ['policy.publish'],
  ),
  already_effective: described(
    v.array(v.string()),
    'Permissions in the grant that the subject holds already.',
    ['policy.read'],
  ),
  affected_user_ids: described(
    v.array(v.string()),
    'Users who would gain something, with the members of a group counted one by one.',
    ['bea'],
  ),
  affected_user_count: described(
    Count,
    'How many users would gain something, listed or not. People whom only a token puts into the group are not counted: the finding `members_by_token` says that there may be some.',
  ),
  duplicate_of: described(
    v.nullable(v.string()),
    'An active binding that grants the same already; null for none.',
    'rb_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
  ),
  findings: described(
    v.array(
      v.object({
        severity: described(v.picklist(FINDING_SEVERITIES), 'How serious the finding is.'),
        reason_code: described(v.picklist(ROLE_BINDING_FINDINGS), 'What was found.'),
      }),
    ),
    'What should be considered before granting.',
  ),
});

/** A request's time in the API's form; null where none was sent. */
export const instantIn = (sent: string | null | undefined): Instant | null =>
  sent === undefined || sent === null ? null : (parseInstant(sent) ?? null);

/** Refusals of a grant beyond its form. */
export const GRANT_REFUSALS = [
  {
    reasonCode: 'unknown_reference',
    field: 'subject.subject_id',
    when: 'There is no such user, group or service account.',
  },
  { reasonCode: 'unknown_reference', field: 'scope.environment_id', when: 'There is no such environment.' },
  {
    reasonCode: 'unknown_reference',
    field: 'scope.resource_id',
    when: 'There is no such resource in the environment, or, where none is given, in any environment of the tenant.',
  },
  {
    reasonCode: 'invalid_request',
    field: 'expires_at',
    when: 'The end is in the past or before the start, or break_glass_admin is granted without an end within 24 hours.',
  },
] as const;

export const RoleBindingParams = v.object({
  binding_id: described(
    Id,
    'Names one grant of a role; made by the service.',
    'rb_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
  ),
});

import {
  FINDING_SEVERITIES,
  type Instant,
  PERMISSION_AREAS,
  parseInstant,
  ROLE_BINDING_FINDINGS,
  ROLE_BINDING_STATUSES,
  ROLE_BINDING_SUBJECT_TYPES,
  ROLES,
  SCOPE_TYPES,
} from '@govgate/domain';
import * as v from 'valibot';
import {
  Count,
  DateTime,
  Id,
  InstantField,
  PageSize,
  PageToken,
  PrincipalId,
  ReasonCodeField,
  ReasonText,
  SchemaVersion,
} from './fields.js';
import { GrantScopeAnswer } from './identity.js';
import { Permissions } from './policy.js';

const Subject = v.object({ subject_type: v.picklist(ROLE_BINDING_SUBJECT_TYPES), subject_id: v.string() });

/** A role binding (docs/spec/authorization.md#role-bindings). */
export const RoleBindingAnswer = v.object({
  schema_version: SchemaVersion,
  binding_id: v.string(),
  tenant_id: v.string(),
  role: v.picklist(ROLES),
  subject: Subject,
  scope: GrantScopeAnswer,
  status: v.picklist(ROLE_BINDING_STATUSES),
  reason_code: v.string(),
  reason: v.nullable(v.string()),
  granted_by: v.string(),
  created_at: DateTime,
  not_before: v.nullable(DateTime),
  expires_at: v.nullable(DateTime),
  disabled_by: v.nullable(v.string()),
  disabled_at: v.nullable(DateTime),
  disable_reason_code: v.nullable(v.string()),
  etag: v.string(),
  audit_event_ids: v.array(v.string()),
  permissions: Permissions,
});

const OptionalId = v.optional(v.nullable(Id));

// Fields that a scope type does not use may be present only as null, as in answers.
const Unused = v.optional(v.null());

const unused = { environment_id: Unused, owner_team: Unused, resource_type: Unused, resource_id: Unused };

/** The scope of a grant: its type determines its fields. */
export const GrantScopeBody = v.variant('scope_type', [
  v.strictObject({ ...unused, scope_type: v.literal('tenant') }),
  v.strictObject({ ...unused, scope_type: v.literal('environment'), environment_id: Id }),
  v.strictObject({
    ...unused,
    scope_type: v.literal('owner_team'),
    environment_id: OptionalId,
    owner_team: Id,
  }),
  v.strictObject({
    ...unused,
    scope_type: v.literal('resource'),
    environment_id: OptionalId,
    resource_type: v.picklist(PERMISSION_AREAS),
    resource_id: Id,
  }),
]);

/** The body of a create or preview. */
export const RoleBindingBody = v.strictObject({
  role: v.picklist(ROLES),
  subject: v.strictObject({ subject_type: v.picklist(ROLE_BINDING_SUBJECT_TYPES), subject_id: PrincipalId }),
  scope: GrantScopeBody,
  reason_code: ReasonCodeField,
  reason: v.optional(v.nullable(ReasonText)),
  not_before: v.optional(v.nullable(InstantField)),
  expires_at: v.optional(v.nullable(InstantField)),
});

export const DisableRoleBindingBody = v.strictObject({
  reason_code: ReasonCodeField,
  reason: v.optional(v.nullable(ReasonText)),
});

export const RoleBindingsQuery = v.strictObject({
  tenant_id: v.optional(Id),
  subject_id: v.optional(PrincipalId),
  role: v.optional(v.picklist(ROLES)),
  scope_type: v.optional(v.picklist(SCOPE_TYPES)),
  status: v.optional(v.picklist(ROLE_BINDING_STATUSES)),
  limit: v.optional(PageSize),
  cursor: v.optional(PageToken),
});

/** A preview's findings (docs/spec/authorization.md#role-bindings). */
export const RoleBindingPreviewAnswer = v.object({
  schema_version: SchemaVersion,
  valid: v.boolean(),
  permissions_granted: v.array(v.string()),
  newly_effective: v.array(v.string()),
  already_effective: v.array(v.string()),
  affected_user_ids: v.array(v.string()),
  affected_user_count: Count,
  duplicate_of: v.nullable(v.string()),
  findings: v.array(
    v.object({ severity: v.picklist(FINDING_SEVERITIES), reason_code: v.picklist(ROLE_BINDING_FINDINGS) }),
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

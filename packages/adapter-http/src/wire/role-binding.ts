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
  DateTime,
  Id,
  InstantField,
  PageSize,
  PageToken,
  ReasonCodeField,
  ReasonText,
  SchemaVersion,
} from './fields.js';
import { GrantScopeAnswer } from './identity.js';
import { Permissions } from './policy.js';

const Subject = v.object({ subject_type: v.picklist(ROLE_BINDING_SUBJECT_TYPES), subject_id: v.string() });

/** A role binding (decisions, section 10). */
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

/** The body of a create and of a preview. Which fields a scope needs follows from its type. */
export const RoleBindingBody = v.strictObject({
  role: v.picklist(ROLES),
  subject: v.strictObject({ subject_type: v.picklist(ROLE_BINDING_SUBJECT_TYPES), subject_id: Id }),
  scope: v.strictObject({
    scope_type: v.picklist(SCOPE_TYPES),
    environment_id: OptionalId,
    owner_team: OptionalId,
    resource_type: v.optional(v.nullable(v.picklist(PERMISSION_AREAS))),
    resource_id: OptionalId,
  }),
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
  subject_id: v.optional(Id),
  role: v.optional(v.picklist(ROLES)),
  scope_type: v.optional(v.picklist(SCOPE_TYPES)),
  status: v.optional(v.picklist(ROLE_BINDING_STATUSES)),
  limit: v.optional(PageSize),
  cursor: v.optional(PageToken),
});

/** What a preview finds (decisions, section 10). */
export const RoleBindingPreviewAnswer = v.object({
  schema_version: SchemaVersion,
  valid: v.boolean(),
  permissions_granted: v.array(v.string()),
  newly_effective: v.array(v.string()),
  already_effective: v.array(v.string()),
  affected_user_ids: v.array(v.string()),
  affected_user_count: v.number(),
  duplicate_of: v.nullable(v.string()),
  findings: v.array(
    v.object({ severity: v.picklist(FINDING_SEVERITIES), reason_code: v.picklist(ROLE_BINDING_FINDINGS) }),
  ),
});

/** A moment of a body in the API's form; null where none was sent. */
export const instantIn = (sent: string | null | undefined): Instant | null =>
  sent === undefined || sent === null ? null : (parseInstant(sent) ?? null);

import { ROLES } from '@govgate/domain';
import {
  ACCESS_REASONS,
  ACCESS_VERDICTS,
  ROLE_BINDING_STATUSES,
  ROLE_BINDING_SUBJECT_TYPES,
} from '@govgate/domain/internal';
import * as v from 'valibot';
import { described } from './described.js';
import {
  Count,
  DateTime,
  Id,
  PageSize,
  PageToken,
  PrincipalId,
  SchemaVersion,
  TenantId,
  TenantParameter,
} from './fields.js';
import { GrantScopeAnswer, PermissionName } from './identity.js';
import { pageOf } from './page-of.js';

export const ExplainAccessQuery = v.strictObject({
  tenant_id: TenantParameter,
  environment_id: described(
    v.optional(Id),
    'Explain access in this environment; in the tenant itself if omitted.',
  ),
  permission: PermissionName,
  resource_id: described(v.optional(PrincipalId), 'Explain access to this record alone.', 'srv_crm'),
  owner_team: described(v.optional(Id), 'Explain access to the records of this team.', 'payments'),
  subject_type: described(
    v.optional(v.picklist(ROLE_BINDING_SUBJECT_TYPES)),
    'Says of whom `subject_id` speaks; needed with it.',
  ),
  subject_id: described(
    v.optional(PrincipalId),
    "Whose access to explain; the caller's own if omitted.",
    'bea',
  ),
});

const ExplainedGrant = v.object({
  binding_id: described(
    v.string(),
    'Names one grant of a role; made by the service.',
    'rb_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
  ),
  role: described(v.picklist(ROLES), 'What the grant gives.'),
  scope: GrantScopeAnswer,
  group_id: described(
    v.nullable(v.string()),
    'The group through which the subject has the grant; null if directly.',
    'operators',
  ),
  status: described(v.picklist(ROLE_BINDING_STATUSES), 'Whether the grant is in force.'),
  not_before: described(v.nullable(DateTime), 'When the grant begins; null for immediately.'),
  expires_at: described(v.nullable(DateTime), 'When the grant ends; null for never.'),
  applies: described(v.boolean(), 'Whether this grant gives the permission.'),
  reason_code: described(v.picklist(ACCESS_REASONS), 'Why the grant applies or does not.'),
});

export const WhoCanQuery = v.strictObject({
  tenant_id: TenantParameter,
  environment_id: described(
    v.optional(Id),
    'Who holds it in this environment; in the tenant itself if omitted.',
  ),
  permission: PermissionName,
  resource_id: described(v.optional(PrincipalId), 'Who holds it for this record alone.', 'srv_crm'),
  owner_team: described(v.optional(Id), 'Who holds it for the records of this team.', 'payments'),
  limit: v.optional(PageSize),
  cursor: v.optional(PageToken),
});

/** Everybody who holds a permission, and by which grants. */
export const WhoCanAnswer = v.object({
  ...pageOf(
    v.object({
      subject: described(
        v.object({
          subject_type: described(
            v.picklist(ROLE_BINDING_SUBJECT_TYPES),
            'Whether it is a user, a group or a service account.',
          ),
          subject_id: described(v.string(), 'Which user, group or service account.', 'bea'),
        }),
        'Who holds the permission.',
      ),
      display_name: described(v.string(), 'What people call the user or service account.', 'Ada'),
      grants: described(v.array(ExplainedGrant), 'The grants by which they hold it.'),
      grant_count: described(Count, 'How many grants were considered, listed or not.'),
    }),
  ).entries,
  tenant_id: TenantId,
  environment_id: described(
    v.nullable(v.string()),
    'The environment that was asked about; null for the tenant itself.',
    'production',
  ),
  permission: PermissionName,
  token_group_ids: described(
    v.array(v.string()),
    'Groups that hold it and whose members come with tokens, so that the service cannot list them.',
    ['operators'],
  ),
});

/** Why somebody may or may not do something (ADR 21). */
export const AccessExplanationAnswer = v.object({
  schema_version: SchemaVersion,
  tenant_id: TenantId,
  environment_id: described(
    v.nullable(v.string()),
    'The environment that was asked about; null for the tenant itself.',
    'production',
  ),
  permission: PermissionName,
  subject: described(
    v.object({
      subject_type: described(
        v.picklist(ROLE_BINDING_SUBJECT_TYPES),
        'Whether it is a user, a group or a service account.',
      ),
      subject_id: described(v.string(), 'Which user, group or service account.', 'bea'),
    }),
    'Whose access is explained.',
  ),
  verdict: described(
    v.picklist(ACCESS_VERDICTS),
    'Whether access is granted. `for_some` means for the records of a team, or for single ones.',
  ),
  reason_code: described(v.picklist(ACCESS_REASONS), 'Why access is granted or refused.'),
  grants: described(
    v.array(ExplainedGrant),
    'Grants that were considered, at most 100: those that suffice first, then by how little they lack.',
  ),
  grant_count: described(Count, 'How many grants were considered, listed or not.'),
  withheld_grant_count: described(
    Count,
    'Grants by groups that the caller may not read, and which are not listed.',
  ),
  needed: described(
    v.nullable(
      v.object({
        roles: described(v.array(v.picklist(ROLES)), 'Roles that hold the permission.'),
        scopes: described(v.array(GrantScopeAnswer), 'Scopes that suffice, narrowest first.'),
      }),
    ),
    'What a role binding would have to grant: any of the roles in any of the scopes. Null if access is granted.',
  ),
});

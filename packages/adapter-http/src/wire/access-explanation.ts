import {
  ACCESS_REASONS,
  ACCESS_VERDICTS,
  ROLE_BINDING_STATUSES,
  ROLE_BINDING_SUBJECT_TYPES,
  ROLES,
} from '@govgate/domain';
import * as v from 'valibot';
import { Count, DateTime, Id, PageSize, PageToken, PrincipalId, SchemaVersion } from './fields.js';
import { GrantScopeAnswer, PermissionName } from './identity.js';
import { pageOf } from './policy.js';

export const ExplainAccessQuery = v.strictObject({
  tenant_id: v.optional(Id),
  environment_id: v.optional(Id),
  permission: PermissionName,
  resource_id: v.optional(PrincipalId),
  owner_team: v.optional(Id),
  subject_type: v.optional(v.picklist(ROLE_BINDING_SUBJECT_TYPES)),
  subject_id: v.optional(PrincipalId),
});

const ExplainedGrant = v.object({
  binding_id: v.string(),
  role: v.picklist(ROLES),
  scope: GrantScopeAnswer,
  group_id: v.nullable(v.string()),
  status: v.picklist(ROLE_BINDING_STATUSES),
  not_before: v.nullable(DateTime),
  expires_at: v.nullable(DateTime),
  applies: v.boolean(),
  reason_code: v.picklist(ACCESS_REASONS),
});

export const WhoCanQuery = v.strictObject({
  tenant_id: v.optional(Id),
  environment_id: v.optional(Id),
  permission: PermissionName,
  resource_id: v.optional(PrincipalId),
  owner_team: v.optional(Id),
  limit: v.optional(PageSize),
  cursor: v.optional(PageToken),
});

/** Everybody who holds a permission, and by which grants. */
export const WhoCanAnswer = v.object({
  ...pageOf(
    v.object({
      subject: v.object({ subject_type: v.picklist(ROLE_BINDING_SUBJECT_TYPES), subject_id: v.string() }),
      display_name: v.string(),
      grants: v.array(ExplainedGrant),
      grant_count: Count,
    }),
  ).entries,
  tenant_id: v.string(),
  environment_id: v.nullable(v.string()),
  permission: PermissionName,
  token_group_ids: v.array(v.string()),
});

/** Why somebody may or may not do something (ADR 21). */
export const AccessExplanationAnswer = v.object({
  schema_version: SchemaVersion,
  tenant_id: v.string(),
  environment_id: v.nullable(v.string()),
  permission: PermissionName,
  subject: v.object({ subject_type: v.picklist(ROLE_BINDING_SUBJECT_TYPES), subject_id: v.string() }),
  verdict: v.picklist(ACCESS_VERDICTS),
  reason_code: v.picklist(ACCESS_REASONS),
  grants: v.array(ExplainedGrant),
  grant_count: Count,
  withheld_grant_count: Count,
  needed: v.nullable(v.object({ roles: v.array(v.picklist(ROLES)), scopes: v.array(GrantScopeAnswer) })),
});

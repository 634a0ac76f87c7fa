import { ALL_PERMISSIONS, ROLES, SCOPE_TYPES } from '@govgate/domain';
import * as v from 'valibot';
import { DateTime, Id, SchemaVersion } from './fields.js';

/** The permissions of operations. */
export const PermissionName = v.picklist(ALL_PERMISSIONS);

/** The scope of a role binding, all keys present. */
export const GrantScopeAnswer = v.object({
  scope_type: v.picklist(SCOPE_TYPES),
  environment_id: v.nullable(v.string()),
  owner_team: v.nullable(v.string()),
  resource_type: v.nullable(v.string()),
  resource_id: v.nullable(v.string()),
});

/** The authenticated caller (docs/spec/identity.md#authentication). */
export const IdentityAnswer = v.object({
  schema_version: SchemaVersion,
  actor_id: v.string(),
  actor_type: v.picklist(['user', 'service_account']),
  display_name: v.string(),
  tenant_id: v.string(),
  environment_ids: v.array(v.string()),
  groups: v.array(v.string()),
  role_bindings: v.array(
    v.object({ binding_id: v.string(), role: v.picklist(ROLES), scope: GrantScopeAnswer }),
  ),
  permissions: v.array(PermissionName),
  auth_method: v.picklist(['jwt', 'api_token']),
  token_expires_at: v.nullable(DateTime),
});

/** How far the caller reaches in an environment (docs/spec/identity.md#authentication; ADR 21). */
export const ReachAnswer = v.object({
  schema_version: SchemaVersion,
  tenant_id: v.string(),
  environment_id: v.string(),
  permissions: v.array(
    v.object({
      permission: PermissionName,
      in_tenant: v.boolean(),
      whole_environment: v.boolean(),
      owner_teams: v.array(v.string()),
      resource_ids: v.array(v.string()),
    }),
  ),
});

export const ReachQuery = v.strictObject({ environment_id: Id });

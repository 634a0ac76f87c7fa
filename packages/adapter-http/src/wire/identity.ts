import { ALL_PERMISSIONS, ROLES, SCOPE_TYPES } from '@govgate/domain';
import * as v from 'valibot';
import { described } from './described.js';
import { DateTime, Id, SchemaVersion, TenantId } from './fields.js';

/** The permissions of operations. */
export const PermissionName = described(v.picklist(ALL_PERMISSIONS), 'A permission, as `<area>.<verb>`.');

/** The scope of a role binding, all keys present. */
export const GrantScopeAnswer = described(
  v.object({
    scope_type: described(v.picklist(SCOPE_TYPES), 'How far the grant reaches.'),
    environment_id: described(
      v.nullable(v.string()),
      'The environment it is limited to; null for every one.',
      'production',
    ),
    owner_team: described(
      v.nullable(v.string()),
      'The team whose records it is limited to; null for no such limit.',
      'payments',
    ),
    resource_type: described(
      v.nullable(v.string()),
      'The kind of record it is limited to; null for no such limit.',
      'mcp_server',
    ),
    resource_id: described(
      v.nullable(v.string()),
      'The one record it is limited to; null for no such limit.',
      'srv_crm',
    ),
  }),
  'Which records the grant covers; every member is present.',
);

/** The authenticated caller (docs/spec/identity.md#authentication). */
export const IdentityAnswer = v.object({
  schema_version: SchemaVersion,
  actor_id: described(v.string(), 'The user or service account that the token speaks for.', 'ada'),
  actor_type: described(
    v.picklist(['user', 'service_account']),
    'Whether the caller is a user or a service account.',
  ),
  display_name: described(v.string(), 'What people call it.', 'Billing IDE'),
  tenant_id: TenantId,
  environment_ids: described(v.array(v.string()), 'Environments in which the caller has a grant.', [
    'production',
  ]),
  groups: described(v.array(v.string()), 'Local groups that the caller is in.', ['operators']),
  role_bindings: described(
    v.array(
      v.object({
        binding_id: described(
          v.string(),
          'Names one grant of a role; made by the service.',
          'rb_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
        ),
        role: described(v.picklist(ROLES), 'What the grant gives.'),
        scope: GrantScopeAnswer,
      }),
    ),
    "The caller's grants that are in force.",
  ),
  permissions: described(v.array(PermissionName), 'Everything that the caller may do somewhere.'),
  auth_method: described(v.picklist(['jwt', 'api_token']), 'What the caller authenticated with.'),
  token_expires_at: described(v.nullable(DateTime), "When the caller's token ends; null for never."),
});

/** How far the caller reaches in an environment (docs/spec/identity.md#authentication; ADR 21). */
export const ReachAnswer = v.object({
  schema_version: SchemaVersion,
  tenant_id: TenantId,
  environment_id: described(v.string(), 'The environment that was asked about.', 'production'),
  permissions: described(
    v.array(
      v.object({
        permission: PermissionName,
        in_tenant: described(v.boolean(), 'Whether the permission covers records of the tenant itself.'),
        whole_environment: described(
          v.boolean(),
          'True if the permission covers every record of the environment; the lists then add nothing.',
        ),
        owner_teams: described(v.array(v.string()), 'Teams whose records the permission covers.', [
          'payments',
        ]),
        resource_ids: described(v.array(v.string()), 'Single records that the permission covers.', [
          'srv_crm',
        ]),
      }),
    ),
    "How far each of the caller's permissions reaches.",
  ),
  console_session_hours: described(
    v.number(),
    'How long a session of the console lasts in the environment, in hours; 12 where its settings do not say.',
    12,
  ),
});

export const ReachQuery = v.strictObject({
  environment_id: described(Id, 'The environment to explain reach in.', 'production'),
});

import { ALL_PERMISSIONS, type Permission, permissionsOf } from './permissions.js';

const only = (...permissions: Permission[]): readonly Permission[] => permissions;

/** The permissions of each role (docs/spec/authorization.md#roles; docs/spec/authorization.md). */
export const ROLE_PERMISSIONS = {
  security_admin: [
    ...permissionsOf('policy'),
    ...permissionsOf('credential_binding'),
    ...permissionsOf('session'),
    ...permissionsOf('client_surface'),
    ...permissionsOf('agent'),
    ...permissionsOf('siem_webhook'),
    ...permissionsOf('local_identity'),
    ...permissionsOf('role_binding'),
    ...permissionsOf('audit'),
    ...permissionsOf('approval'),
    ...permissionsOf('access_review'),
    ...only('mcp_server.read', 'mcp_server.review', 'mcp_server.disable'),
    // It may grant `data_plane_agent`, and nobody grants what they lack.
    ...only('data_plane.read', 'data_plane.report'),
  ],
  platform_admin: [
    ...permissionsOf('data_plane'),
    ...permissionsOf('mcp_server'),
    ...permissionsOf('client_surface'),
    ...permissionsOf('session'),
    ...permissionsOf('siem_webhook'),
    ...permissionsOf('access_review'),
    ...only('agent.read', 'agent.register', 'agent.disable'),
    ...only('local_identity.read', 'policy.read', 'policy.evaluate', 'approval.read'),
    ...only('credential_binding.read', 'role_binding.read'),
  ],
  registry_reviewer: only(
    'mcp_server.read',
    'mcp_server.review',
    'mcp_server.deprecate',
    'agent.read',
    'agent.review',
    'policy.read',
  ),
  server_owner: only(
    'mcp_server.read',
    'mcp_server.register',
    'mcp_server.deprecate',
    'credential_binding.read',
    'credential_binding.create',
    'credential_binding.rotate',
  ),
  policy_admin: [
    ...permissionsOf('policy'),
    ...only('mcp_server.read', 'agent.read', 'client_surface.read', 'data_plane.read'),
  ],
  // Without approve: a credential requires two pairs of eyes.
  credential_admin: only(
    'credential_binding.read',
    'credential_binding.create',
    'credential_binding.rotate',
    'credential_binding.disable',
    'credential_binding.revoke',
  ),
  auditor: [...permissionsOf('audit'), ...only('siem_webhook.read')],
  viewer: ALL_PERMISSIONS.filter((permission) => permission.endsWith('.read') && permission !== 'audit.read'),
  // It ends what runs; reporting is for gateways and who runs them.
  break_glass_admin: [
    ...only('session.read', 'session.terminate'),
    ...only('credential_binding.read', 'credential_binding.disable', 'credential_binding.revoke'),
    ...only('agent.read', 'agent.disable', 'agent.revoke', 'client_surface.read', 'client_surface.revoke'),
    ...only('mcp_server.read', 'mcp_server.disable', 'data_plane.read', 'approval.read'),
  ],
  // A gateway's own service account: it reads what it enforces and reports what it sees.
  data_plane_agent: only(
    'policy.read',
    'policy.evaluate',
    'mcp_server.read',
    'agent.read',
    'client_surface.read',
    'credential_binding.read',
    'session.read',
    'session.report',
    'data_plane.read',
    'data_plane.report',
    'approval.read',
    'approval.request',
  ),
} as const satisfies Record<string, readonly Permission[]>;

/** One of the roles: the contract's nine and `data_plane_agent` (docs/spec/authorization.md). */
export type Role = keyof typeof ROLE_PERMISSIONS;

/** Every role, sorted. */
export const ROLES = Object.keys(ROLE_PERMISSIONS).sort() as Role[];

const ROLE_SETS = new Map<Role, ReadonlySet<Permission>>(
  ROLES.map((role) => [role, new Set<Permission>(ROLE_PERMISSIONS[role])]),
);

/** Whether a role has a permission. */
export const roleHolds = (role: Role, permission: Permission): boolean =>
  ROLE_SETS.get(role)?.has(permission) ?? false;

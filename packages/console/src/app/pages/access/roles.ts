import type { GrantRole } from '@govgate/client';

export const ROLES = [
  'auditor',
  'break_glass_admin',
  'credential_admin',
  'data_plane_agent',
  'platform_admin',
  'policy_admin',
  'registry_reviewer',
  'security_admin',
  'server_owner',
  'viewer',
] as const satisfies readonly GrantRole['role'][];

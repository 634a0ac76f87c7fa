import type { Identity } from '@govgate/client';

type Permission = Identity['permissions'][number];

/** Every permission: the building blocks of roles, and named in refusals. */
export const PERMISSIONS = [
  'access_review.manage',
  'access_review.read',
  'agent.disable',
  'agent.read',
  'agent.register',
  'agent.review',
  'agent.revoke',
  'approval.decide',
  'approval.read',
  'approval.request',
  'audit.export',
  'audit.read',
  'client_surface.manage',
  'client_surface.read',
  'client_surface.revoke',
  'credential_binding.approve',
  'credential_binding.create',
  'credential_binding.disable',
  'credential_binding.read',
  'credential_binding.revoke',
  'credential_binding.rotate',
  'data_plane.operate',
  'data_plane.read',
  'data_plane.report',
  'local_identity.manage',
  'local_identity.read',
  'mcp_server.deprecate',
  'mcp_server.disable',
  'mcp_server.read',
  'mcp_server.register',
  'mcp_server.review',
  'policy.archive',
  'policy.evaluate',
  'policy.publish',
  'policy.read',
  'policy.validate',
  'policy.write',
  'role_binding.create',
  'role_binding.disable',
  'role_binding.read',
  'session.read',
  'session.report',
  'session.terminate',
  'siem_webhook.disable',
  'siem_webhook.manage',
  'siem_webhook.read',
  'siem_webhook.test',
] as const satisfies readonly Permission[];

// A missing one is a compile error.
const all: readonly Permission[] extends readonly (typeof PERMISSIONS)[number][] ? true : never = true;
void all;

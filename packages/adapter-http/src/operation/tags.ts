/** The groups of operations, one per resource, with their descriptions. */
export const TAGS = {
  access_reviews: 'Reviews of grants: who decides which of them stay, until when.',
  agents: 'The registry of agents: who may act through the gateway, and how they are identified.',
  applied_sets: 'What was last applied from files, for `govgate plan` and `govgate apply`.',
  approvals: 'Consent to single calls at run time, where a rule asks for it.',
  audit: 'The audit trail of a tenant: a chain of hashes with signed checkpoints.',
  authzen: 'Decision points that speak the OpenID AuthZEN Authorization API 1.0, one for each environment.',
  client_surfaces: 'Where people and programs connect from: IDEs, desktop applications, services.',
  credential_bindings:
    'Which credential is used to call a target. Only references and fingerprints are stored.',
  data_planes: 'The gateways themselves: topology, health and orders.',
  identity: 'The authenticated caller.',
  local_identity: 'Users, service accounts, groups and API tokens, and the environments of the tenant.',
  mcp_servers: 'MCP servers: immutable submissions, their review, activity and health.',
  policies: 'Policy versions: drafts, validation, publishing and simulation.',
  role_bindings: 'Which role a user, group or service account holds, and where.',
  service: 'The service itself.',
  sessions: 'Client sessions and the feed of revocations.',
  siem_webhooks: 'Destinations that audit events are delivered to.',
} as const;

export type Tag = keyof typeof TAGS;

import { canonicalHash } from '../../canonical-json.js';
import { bodyOf, manifestOf, ruleOf } from '../../policy/testing/policies.js';

/** What `GET /v1/sessions/{id}` answers for an active session. */
export const sessionAnswer = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  schema_version: '1.0',
  client_session_id: 'cs_1',
  tenant_id: 'acme',
  environment_id: 'production',
  user_id: 'auth0|ada',
  agent_id: 'agt_sales',
  client_surface_id: 'surf_ide',
  state: 'active',
  backend_session_ids: ['bs_1'],
  credential_binding_ids: ['cb_crm'],
  created_at: '2026-03-01T11:00:00.000Z',
  last_seen_at: '2026-03-01T11:59:00.000Z',
  revocation_id: null,
  permissions: { resource_type: 'session', resource_id: 'cs_1', allowed_actions: ['read'] },
  ...fields,
});

/** An entry of the revocation feed. */
export const revocationItem = (
  sequence: number,
  fields: Record<string, unknown> = {},
): Record<string, unknown> => ({
  revocation_id: `rev_${sequence}`,
  sequence,
  tenant_id: 'acme',
  environment_id: 'production',
  subject_type: 'client_session',
  subject_id: 'cs_1',
  effective_at: '2026-03-01T12:00:00.000Z',
  reason_code: 'incident',
  ...fields,
});

/** What `GET /v1/revocations` answers. */
export const feedAnswer = (
  items: readonly Record<string, unknown>[],
  lastSequence: unknown = items.at(-1)?.sequence ?? 0,
): Record<string, unknown> => ({ schema_version: '1.0', items, last_sequence: lastSequence });

const body = bodyOf(manifestOf(ruleOf({ rule_id: 'all' })));

/** What `GET /v1/policies/{policy_version}` answers. */
export const policyAnswer = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  schema_version: '1.0',
  policy_version: 'pv_1',
  status: 'active',
  tenant_id: 'acme',
  environment_id: 'production',
  owner: { user_id: 'ada', team: 'risk' },
  source: { source_type: 'api', source_ref: null },
  description: null,
  body_format: 'gateway_manifest_v1',
  body,
  manifest_hash: canonicalHash(body),
  etag: '"3"',
  ...fields,
});

/** What `GET /v1/policies?status=active&include=body` answers. */
export const policiesAnswer = (...items: readonly Record<string, unknown>[]): Record<string, unknown> => ({
  schema_version: '1.0',
  items,
  page: { limit: 50, total_count: items.length },
});

/** A tool of a server's manifest. */
export const toolAnswer = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  tool_id: 'find_ticket',
  name: 'find_ticket',
  description: 'Finds a ticket',
  risk_tier: 'low',
  gateway_status: 'approved',
  input_schema_ref: 'schemas/find_ticket',
  policy_refs: [],
  ...fields,
});

/** What `GET /v1/mcp-servers/{server_id}` answers. */
export const serverAnswer = (
  tools: readonly Record<string, unknown>[],
  fields: Record<string, unknown> = {},
): Record<string, unknown> => ({
  schema_version: '1.0',
  server_id: 'srv_tickets',
  name: 'Ticketing',
  tenant_id: 'acme',
  environment_id: 'production',
  owner_team: 'support',
  registration_status: 'active',
  drifted_tools: [],
  manifest: { schema_version: '1.0', server_id: 'srv_tickets', registration_status: 'active', tools },
  ...fields,
});

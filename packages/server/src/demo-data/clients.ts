import type { Bundle } from '@govgate/application';
import type { SessionState, SurfaceAuthType, SurfaceClientType } from '@govgate/domain';
import type { Moments } from './moments.js';

type Surface = NonNullable<Bundle['clientSurfaces']>[number];
type Agent = NonNullable<Bundle['agents']>[number];
type Session = NonNullable<Bundle['sessions']>[number];

const SURFACES: readonly (readonly [
  id: string,
  name: string,
  team: string,
  type: SurfaceClientType,
  auth: SurfaceAuthType,
  standing: 'active' | 'draft' | 'disabled' | 'archived' | 'rejected' | 'revoked',
])[] = [
  ['cs_engineer_ide', 'Engineer IDE', 'platform', 'ide', 'oauth2_pkce', 'active'],
  ['cs_support_desk', 'Support desk', 'support', 'web_app', 'oidc', 'active'],
  ['cs_release_pipeline', 'Release pipeline', 'platform', 'ci_pipeline', 'workload_identity', 'active'],
  ['cs_agent_runtime', 'Agent runtime', 'platform', 'agent_runtime', 'mtls', 'active'],
  ['cs_operator_cli', 'Operator CLI', 'platform', 'cli', 'oauth2_pkce', 'active'],
  ['cs_payments_console', 'Payments console', 'payments', 'web_app', 'oidc', 'active'],
  ['cs_analytics_desktop', 'Analytics desktop', 'platform', 'desktop_app', 'oauth2_pkce', 'active'],
  ['cs_partner_service', 'Partner service', 'payments', 'service', 'oauth2_client_credentials', 'disabled'],
  ['cs_chat_pilot', 'Chat pilot', 'support', 'web_app', 'oidc', 'draft'],
  ['cs_legacy_bot', 'Legacy bot', 'support', 'service', 'api_key', 'archived'],
  ['cs_browser_plugin', 'Browser plugin', 'support', 'desktop_app', 'oauth2_pkce', 'rejected'],
  ['cs_contractor_ide', 'Contractor IDE', 'platform', 'ide', 'oauth2_pkce', 'revoked'],
];

const STANDINGS = {
  active: ['active', 'approved'],
  draft: ['draft', 'pending_review'],
  disabled: ['disabled', 'approved'],
  archived: ['archived', 'approved'],
  rejected: ['draft', 'rejected'],
  revoked: ['disabled', 'revoked'],
} as const;

/** A dozen client surfaces of every type and in every state. */
export const demoClientSurfaces = (tenantId: string, { daysAgo }: Moments): Surface[] =>
  SURFACES.map(([clientSurfaceId, displayName, team, clientType, authType, standing], place) => {
    const [lifecycleState, approvalState] = STANDINGS[standing];
    return {
      clientSurfaceId,
      tenantId,
      displayName,
      owner: {
        team,
        userId: `usr_${team === 'platform' ? 'platform_lead' : `${team}_owner`}`,
        escalationContact: `${team}-escalation`,
        oncallRotation: `${team}-primary`,
      },
      allowedEnvironmentIds: place % 3 === 0 ? ['production', 'staging'] : ['production'],
      authType,
      clientType,
      lifecycleState,
      approvalState,
      configSnippet: {
        snippetId: `${clientSurfaceId}.config`,
        format: clientType === 'cli' ? 'toml' : 'mcp_json',
        generatedAt: daysAgo(20 + place),
        versionRef: 'v1',
      },
      discoverability: place % 2 === 0 ? 'tenant' : 'team',
      updatedAt: daysAgo(place),
    };
  });

const AGENTS: readonly (readonly [
  id: string,
  name: string,
  team: string,
  standing: keyof typeof AGENT_STANDINGS,
])[] = [
  ['agt_ticket_triage', 'Ticket triage', 'support', 'active'],
  ['agt_refund_helper', 'Refund helper', 'payments', 'active'],
  ['agt_release_notes', 'Release notes writer', 'platform', 'active'],
  ['agt_incident_scribe', 'Incident scribe', 'platform', 'active'],
  ['agt_data_explorer', 'Data explorer', 'platform', 'active'],
  ['agt_article_finder', 'Article finder', 'support', 'active'],
  ['agt_invoice_matcher', 'Invoice matcher', 'payments', 'disabled'],
  ['agt_meeting_planner', 'Meeting planner', 'support', 'draft'],
  ['agt_cost_watcher', 'Cost watcher', 'platform', 'draft'],
  ['agt_mass_mailer', 'Mass mailer', 'support', 'rejected'],
  ['agt_pilot_assistant', 'Pilot assistant', 'support', 'archived'],
  ['agt_bucket_cleaner', 'Bucket cleaner', 'platform', 'revoked'],
];

const AGENT_STANDINGS = {
  active: ['active', 'approved'],
  draft: ['draft', 'pending_review'],
  disabled: ['disabled', 'approved'],
  archived: ['archived', 'approved'],
  rejected: ['draft', 'rejected'],
  revoked: ['revoked', 'revoked'],
} as const;

/** A dozen agents in every state. */
export const demoAgents = (tenantId: string, { daysAgo }: Moments): Agent[] =>
  AGENTS.map(([agentId, name, team, standing], place) => {
    const [lifecycleState, approvalStatus] = AGENT_STANDINGS[standing];
    return {
      agentId,
      tenantId,
      environmentId: 'production',
      name,
      purpose: `Demonstration: ${name.toLowerCase()}`,
      lifecycleState,
      approvalStatus,
      owner: { team, escalationContact: `${team}-escalation` },
      allowedSurfaces: ['cs_agent_runtime'],
      allowedEnvironments: ['production'],
      delegationMode: place % 2 === 0 ? 'on_behalf_of' : 'autonomous',
      credentialMode: 'per_agent',
      instanceIdentity: {
        required: place % 3 === 0,
        allowedInstanceIds: [],
        allowedInstanceIdPrefixes: place % 3 === 0 ? [`${agentId}-`] : [],
      },
      submittedBy: 'usr_platform_lead',
      submittedAt: daysAgo(40 + place),
      ...(standing === 'draft'
        ? {}
        : {
            reviewedBy: 'usr_registry_reviewer',
            reviewReasonCode: 'reviewed',
            reviewedAt: daysAgo(38 + place),
          }),
      ...(standing === 'disabled' ? { disabledAt: daysAgo(6) } : {}),
      ...(standing === 'archived' ? { archivedAt: daysAgo(15) } : {}),
      ...(standing === 'revoked' ? { revokedAt: daysAgo(3), revocationId: 'rev_demo_bucket_cleaner' } : {}),
      createdAt: daysAgo(41 + place),
      updatedAt: daysAgo(3 + place),
    };
  });

const STATES: readonly SessionState[] = [
  'active',
  'active',
  'idle',
  'active',
  'terminated',
  'pending',
  'expired',
  'draining',
];
const USERS = ['usr_support_owner', 'usr_payments_owner', 'usr_platform_engineer', 'usr_security_analyst'];
const LIVE_AGENTS = ['agt_ticket_triage', 'agt_refund_helper', 'agt_data_explorer', 'agt_article_finder'];
const BINDINGS = ['cb_ticketing_oauth', 'cb_payments_api', 'cb_warehouse_reader', 'cb_build_status_ci'];

/** Sessions in every state, with and without an agent. */
export const demoSessions = (tenantId: string, { minutesAgo }: Moments): Session[] =>
  Array.from({ length: 48 }, (_, place) => {
    const [surface] = SURFACES[place % 7] ?? [];
    const agentId = place % 2 === 0 ? LIVE_AGENTS[(place / 2) % 4] : undefined;
    return {
      clientSessionId: `ses_demo_${String(place + 1).padStart(3, '0')}`,
      tenantId,
      environmentId: 'production',
      userId: USERS[place % 4] ?? 'usr_support_owner',
      ...(agentId === undefined ? {} : { agentId }),
      ...(surface === undefined ? {} : { clientSurfaceId: surface }),
      state: STATES[place % 8] ?? 'active',
      backendSessionIds: [`bes_demo_${place + 1}`],
      credentialBindingIds: [BINDINGS[(place >> 1) % 4] ?? 'cb_payments_api'],
      createdAt: minutesAgo(30 + place * 7),
      lastSeenAt: minutesAgo(place % 8),
    };
  });

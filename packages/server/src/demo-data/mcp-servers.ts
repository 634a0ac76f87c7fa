import type { Bundle } from '@govgate/application';
import type { CredentialMode, HealthFailureReason, RiskTier } from '@govgate/domain';
import type { Moments } from './moments.js';

type Item = NonNullable<Bundle['mcpServers']>[number];
type Submission = Item['submissions'][number];
type Tool = NonNullable<Submission['manifest']['tools']>[number];

interface Server {
  readonly id: string;
  readonly environment: 'production' | 'staging';
  readonly name: string;
  readonly team: string;
  readonly credentialMode: CredentialMode;
  readonly tools: readonly (readonly [toolId: string, description: string, tier: RiskTier])[];
  readonly standing: 'live' | 'pending' | 'edited' | 'rejected' | 'deprecating' | 'disabled';
  readonly health: HealthFailureReason;
}

const prod = { environment: 'production', health: '' } as const;
const stage = { environment: 'staging', health: '' } as const;

const SERVERS: readonly Server[] = [
  {
    ...prod,
    id: 'srv_ticketing',
    name: 'Ticketing',
    team: 'support',
    credentialMode: 'per_user_delegated',
    standing: 'live',
    tools: [
      ['search_tickets', 'Finds tickets by text', 'low'],
      ['comment_ticket', 'Adds a comment to a ticket', 'medium'],
      ['close_ticket', 'Closes a ticket', 'medium'],
    ],
  },
  {
    ...prod,
    id: 'srv_payments',
    name: 'Payments',
    team: 'payments',
    credentialMode: 'shared_service',
    standing: 'edited',
    tools: [
      ['find_payment', 'Finds a payment by its number', 'low'],
      ['refund_payment', 'Pays money back', 'critical'],
    ],
  },
  {
    ...prod,
    id: 'srv_warehouse',
    name: 'Data warehouse',
    team: 'platform',
    credentialMode: 'per_agent',
    standing: 'live',
    health: 'http_401',
    tools: [
      ['describe_table', 'Lists the columns of a table', 'low'],
      ['query_table', 'Runs a reading query', 'medium'],
      ['export_table', 'Writes a table to a file', 'high'],
      ['drop_table', 'Removes a table', 'critical'],
    ],
  },
  {
    ...prod,
    id: 'srv_build_status',
    name: 'Build status',
    team: 'platform',
    credentialMode: 'workload_identity',
    standing: 'live',
    tools: [
      ['list_builds', 'Lists recent builds', 'low'],
      ['restart_build', 'Restarts a build', 'medium'],
    ],
  },
  {
    ...prod,
    id: 'srv_knowledge_base',
    name: 'Knowledge base',
    team: 'support',
    credentialMode: 'none',
    standing: 'live',
    tools: [['search_articles', 'Finds help articles', 'low']],
  },
  {
    ...prod,
    id: 'srv_customer_records',
    name: 'Customer records',
    team: 'support',
    credentialMode: 'per_user_delegated',
    standing: 'deprecating',
    health: 'timeout',
    tools: [
      ['read_customer', 'Reads a customer record', 'medium'],
      ['update_customer', 'Changes a customer record', 'high'],
    ],
  },
  {
    ...prod,
    id: 'srv_object_store',
    name: 'Object store',
    team: 'platform',
    credentialMode: 'shared_service',
    standing: 'disabled',
    health: 'connection_refused',
    tools: [
      ['list_buckets', 'Lists buckets', 'low'],
      ['delete_bucket', 'Deletes a bucket and its contents', 'critical'],
    ],
  },
  {
    ...prod,
    id: 'srv_calendar',
    name: 'Calendar',
    team: 'support',
    credentialMode: 'passthrough',
    standing: 'pending',
    tools: [
      ['free_slots', 'Finds free time', 'low'],
      ['book_slot', 'Books a meeting', 'medium'],
    ],
  },
  {
    ...prod,
    id: 'srv_file_shredder',
    name: 'File shredder',
    team: 'platform',
    credentialMode: 'none',
    standing: 'rejected',
    tools: [['shred_file', 'Overwrites a file permanently', 'critical']],
  },
  {
    ...stage,
    id: 'srv_payments',
    name: 'Payments sandbox',
    team: 'payments',
    credentialMode: 'shared_service',
    standing: 'live',
    tools: [
      ['find_payment', 'Finds a test payment', 'low'],
      ['refund_payment', 'Refunds a test payment', 'medium'],
    ],
  },
  {
    ...stage,
    id: 'srv_feature_flags',
    name: 'Feature flags',
    team: 'platform',
    credentialMode: 'workload_identity',
    standing: 'live',
    tools: [
      ['read_flags', 'Lists flags', 'low'],
      ['set_flag', 'Switches a flag', 'medium'],
    ],
  },
  {
    ...stage,
    id: 'srv_load_generator',
    name: 'Load generator',
    team: 'platform',
    credentialMode: 'none',
    standing: 'pending',
    tools: [['start_load', 'Sends load to a service', 'high']],
  },
];

/** A dozen servers in every state. None has an address, so a demonstration probes nothing. */
export const demoMcpServers = (tenantId: string, moments: Moments): NonNullable<Bundle['mcpServers']> =>
  SERVERS.map((server) => ({
    serverId: server.id,
    tenantId,
    environmentId: server.environment,
    submissions: submissionsOf(tenantId, server, moments),
    ...(server.standing === 'pending' || server.standing === 'rejected'
      ? {}
      : { health: healthOf(server, moments) }),
    ...(server.standing === 'disabled' ? { disabledAt: moments.daysAgo(3) } : {}),
  }));

const toolOf = (
  server: Server,
  gatewayStatus: Tool['gatewayStatus'],
  [toolId, description, riskTier]: Server['tools'][number],
): Tool => ({
  toolId,
  name: toolId,
  description,
  riskTier,
  gatewayStatus,
  inputSchemaRef: `schemas/${server.id}/${toolId}`,
  inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
  policyRefs: [server.environment === 'production' ? 'pv_prod_003' : 'pv_stage_007'],
});

const manifestOf = (tenantId: string, server: Server, version: string): Submission['manifest'] => ({
  serverId: server.id,
  name: server.name,
  tenantId,
  environmentId: server.environment,
  version,
  owner: {
    team: server.team,
    userId: `usr_${server.team}_owner`,
    escalationContact: `${server.team}-escalation`,
    oncallRotation: `${server.team}-primary`,
  },
  registrationStatus: 'active',
  credentialMode: server.credentialMode,
  docsUrl: `https://docs.demo.invalid/${server.id}`,
  tools: server.tools.map((tool) => toolOf(server, 'pending', tool)),
});

const submissionsOf = (tenantId: string, server: Server, { daysAgo }: Moments): Submission[] => {
  const name = `${server.environment}_${server.id.replace('srv_', '')}`;
  const manifest = manifestOf(tenantId, server, '1.0.0');
  const submit = (sequence: number, days: number) => ({
    submissionId: `sub_${name}_${sequence}`,
    sequence,
    submittedBy: `usr_${server.team === 'platform' ? 'platform_lead' : `${server.team}_owner`}`,
    submittedAt: daysAgo(days),
  });
  const reviewed = (days: number, reviewReasonCode: string) => ({
    reviewedBy: 'usr_registry_reviewer',
    reviewReasonCode,
    reviewedAt: daysAgo(days),
  });
  const first: Submission = { ...submit(1, 50), status: 'approved', ...reviewed(49, 'reviewed'), manifest };
  switch (server.standing) {
    case 'pending':
      return [{ ...submit(1, 2), status: 'pending', manifest }];
    case 'rejected':
      return [{ ...submit(1, 30), status: 'rejected', ...reviewed(29, 'too_dangerous'), manifest }];
    case 'edited':
      return [
        { ...first, status: 'superseded', supersededBySubmissionId: submit(2, 0).submissionId },
        {
          ...submit(2, 20),
          status: 'approved',
          ...reviewed(19, 'reviewed'),
          manifest: { ...manifest, version: '1.1.0' },
        },
        { ...submit(3, 1), status: 'pending', manifest: { ...manifest, version: '1.2.0' } },
      ];
    case 'deprecating':
      return [
        first,
        {
          ...submit(2, 1),
          status: 'pending',
          createdFromSnapshotId: `snap_${name}_1`,
          manifest: { ...manifest, registrationStatus: 'deprecated' },
        },
      ];
    default:
      return [first];
  }
};

const healthOf = (server: Server, { secondsAgo }: Moments): NonNullable<Item['health']> => {
  const reachable = server.health === '' || server.health === 'http_401';
  return {
    status: reachable ? 'healthy' : 'unhealthy',
    routeAvailable: reachable,
    latencyMs: reachable ? 20 + server.tools.length * 7 : 0,
    lastCheckedAt: secondsAgo(25),
    checkedBy: 'worker',
    failureReason: server.health,
    connectorStatus:
      server.health === 'http_401' ? 'auth_required' : reachable ? 'connected' : 'disconnected',
  };
};

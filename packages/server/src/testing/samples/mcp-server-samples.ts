import {
  decideApproveSubmission,
  decideSubmit,
  healthAfterProbe,
  type Manifest,
  type McpServer,
  type McpSubmission,
  neverProbed,
  type Result,
} from '@govgate/domain';
import { mcpServerHealthKind, mcpServerKind, mcpSubmissionKind } from '@govgate/ports';
import type { OperationSample, SampleRecord } from '../operation-sample.js';
import { PRODUCTION, TEAM, TENANT } from '../world.js';

const NOW = '2026-01-02T00:00:00.000Z';
const scope = { tenant_id: TENANT, environment_id: PRODUCTION };

/** A manifest with one tool, as an owner submits it. */
export const sampleServerManifest = (serverId: string, version = '1.0.0'): Manifest => ({
  serverId,
  tenantId: TENANT,
  environmentId: PRODUCTION,
  name: 'Ticketing',
  version,
  owner: { team: TEAM, userId: 'ada', escalationContact: 'oncall-payments', oncallRotation: 'primary' },
  endpoint: 'https://tickets.example/mcp',
  registrationStatus: 'active',
  credentialMode: 'shared_service',
  requestedApprovalStatus: 'pending_review',
  docsUrl: 'https://docs.example/tickets',
  tools: [
    {
      toolId: 'find_ticket',
      name: 'find_ticket',
      description: 'Finds a ticket',
      riskTier: 'low',
      gatewayStatus: 'pending',
      inputSchemaRef: 'schemas/find_ticket',
      inputSchema: { type: 'object', properties: { ticket_id: { type: 'string' } } },
      policyRefs: ['pv_draft'],
    },
  ],
});

const settled = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(`a sample is refused: ${result.refusal.reasonCode}`);
  return result.value;
};

const submit = (
  submissionId: string,
  server: McpServer | undefined,
  manifest: Manifest,
): { readonly server: McpServer; readonly submission: McpSubmission } =>
  settled(decideSubmit(server, undefined, manifest, { submissionId, actorId: 'bea', now: NOW }));

const approve = (server: McpServer, submission: McpSubmission) =>
  settled(
    decideApproveSubmission(server, submission, undefined, {
      manifestHash: submission.manifestHash,
      snapshotId: `snap_${submission.submissionId}`,
      toolReviews: [],
      reasonCode: 'reviewed',
      reason: null,
      actorId: 'ada',
      now: NOW,
    }),
  );

const first = submit('sub_live', undefined, sampleServerManifest('srv_live'));
const live = approve(first.server, first.submission);
const fresh = submit('sub_pending', undefined, sampleServerManifest('srv_pending'));

const on = (server_id: string) => ({ params: { server_id }, query: scope });
const reason = { reason_code: 'sample', reason: 'A sample' };

/** MCP servers, their submissions, activity and health. */
export const MCP_SERVER_SAMPLES: Readonly<Record<string, OperationSample>> = {
  deprecateMcpServer: { ...on('srv_live'), body: reason, again: 409 },
  listMcpSubmissions: { params: { server_id: 'srv_live' }, query: { ...scope, status: 'approved' } },
  readMcpServerActivity: on('srv_live'),
  readMcpServerHealth: on('srv_live'),
};

export const MCP_SERVER_RECORDS: readonly SampleRecord[] = [
  { kind: mcpServerKind, record: live.server },
  { kind: mcpSubmissionKind, record: live.submission },
  {
    kind: mcpServerHealthKind,
    record: healthAfterProbe(
      neverProbed(live.server),
      { outcome: 'ok', latencyMs: 12, checkedBy: 'worker' },
      NOW,
    ),
  },
  { kind: mcpServerKind, record: fresh.server },
  { kind: mcpSubmissionKind, record: fresh.submission },
];

import type { McpServer, McpSubmission, Result } from '@govgate/domain';
import {
  decideApproveSubmission,
  decideSubmit,
  healthAfterProbe,
  type Manifest,
  neverProbed,
  serverVerbs,
} from '@govgate/domain/internal';
import { contributorOfUser } from '@govgate/domain/testing';
import { mcpServerHealthKind, mcpServerKind, mcpSubmissionKind } from '@govgate/ports';
import { PRODUCTION, TEAM, TENANT } from '../worlds/world.js';
import type { OperationSample, SampleRecord } from './operation-sample.js';
import { verbSamples } from './verb-samples.js';

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

/** The same as a request sends it. */
export const sampleManifestBody = (version: string) => ({
  name: 'Ticketing',
  version,
  owner: { team: TEAM, user_id: 'ada', escalation_contact: 'oncall-payments', oncall_rotation: 'primary' },
  endpoint: 'https://tickets.example/mcp',
  credential_mode: 'shared_service',
  docs_url: 'https://docs.example/tickets',
  tools: [
    {
      tool_id: 'close_ticket',
      name: 'close_ticket',
      description: 'Closes a ticket',
      annotations: { readOnlyHint: false, destructiveHint: false },
      input_schema: { type: 'object', properties: { ticket_id: { type: 'string' } } },
      policy_refs: ['pv_draft'],
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
  settled(
    decideSubmit(server, undefined, manifest, { submissionId, by: contributorOfUser('bea'), now: NOW }),
  );

const approve = (server: McpServer, submission: McpSubmission) =>
  settled(
    decideApproveSubmission(server, submission, undefined, {
      manifestHash: submission.manifestHash,
      snapshotId: `snap_${submission.submissionId}`,
      toolReviews: submission.manifest.tools.map(({ toolId }) => ({ toolId })),
      fourEyes: true,
      reasonCode: 'reviewed',
      reason: null,
      by: contributorOfUser('ada'),
      now: NOW,
    }),
  );

const first = submit('sub_live', undefined, sampleServerManifest('srv_live'));
const live = approve(first.server, first.submission);
const fresh = submit('sub_pending', undefined, sampleServerManifest('srv_pending'));

const stopped = submit('sub_disabled', undefined, sampleServerManifest('srv_disabled'));
const disabled: McpServer = { ...stopped.server, disabledAt: NOW };

const waiting = { params: { server_id: 'srv_pending', submission_id: 'sub_pending' }, query: scope };
const on = (server_id: string) => ({ params: { server_id }, query: scope });
const reason = { reason_code: 'sample', reason: 'A sample' };

/** MCP servers, their submissions, activity and health. */
export const MCP_SERVER_SAMPLES: Readonly<Record<string, OperationSample>> = {
  approveMcpSubmission: {
    ...waiting,
    body: {
      manifest_hash: fresh.submission.manifestHash,
      tool_reviews: [{ tool_id: 'find_ticket', risk_tier: 'medium' }],
      ...reason,
    },
  },
  deprecateMcpServer: { ...on('srv_live'), body: reason, again: 409 },
  diffMcpSubmissions: { ...waiting, query: { ...scope, against: 'sub_pending' } },
  readAllowlist: { params: { format: 'claude-code' }, query: scope },
  listMcpServers: { params: {}, query: { ...scope, registration_status: 'active' } },
  listMcpSubmissions: { params: { server_id: 'srv_live' }, query: { ...scope, status: 'approved' } },
  readMcpServer: on('srv_live'),
  readMcpServerActivity: on('srv_live'),
  readMcpServerHealth: on('srv_live'),
  readMcpSubmission: waiting,
  readMcpTools: { ...on('srv_live'), body: { version: '1.2.0', reason_code: 'new_tools' }, again: 409 },
  registerMcpServer: {
    params: {},
    query: scope,
    body: { server_id: 'srv_new', manifest: sampleManifestBody('1.0.0'), reason_code: 'new_server' },
    again: 409,
  },
  reviewMcpDefinitions: waiting,
  rejectMcpSubmission: { ...waiting, body: reason },
  submitMcpManifest: {
    ...on('srv_live'),
    body: { manifest: sampleManifestBody('1.1.0'), reason_code: 'new_version' },
    again: 409,
  },
  withdrawMcpSubmission: { ...waiting, body: reason },
  ...verbSamples(
    'McpServer',
    { verbs: serverVerbs, records: [live.server, disabled], requestOf: () => ({ now: NOW }) },
    ({ serverId }) => ({ ...on(serverId), body: reason }),
  ),
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
  { kind: mcpServerKind, record: disabled },
  { kind: mcpSubmissionKind, record: stopped.submission },
];

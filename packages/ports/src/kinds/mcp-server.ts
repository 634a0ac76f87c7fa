import type {
  McpReadRequest,
  McpServer,
  McpServerChange,
  McpServerHealth,
  McpServerReading,
  McpSubmission,
} from '@govgate/domain';
import { registrationStatusOf } from '@govgate/domain/internal';
import { defineKind, integer, searchable, text } from '../record-kind.js';

/** Registered MCP servers (docs/spec/mcp-servers.md). The unique rule keeps names of the registry apart, whatever races. */
export const mcpServerKind = defineKind<McpServer>()({
  name: 'mcp_server',
  scoping: 'environment',
  governed: true,
  idOf: (server) => server.serverId,
  scopeOf: ({ tenantId, environmentId }) => ({ tenantId, environmentId }),
  attributes: {
    name: searchable((server: McpServer) => [
      server.name,
      server.serverId,
      server.liveSnapshot?.registryName ?? '',
    ]),
    createdAt: text((server: McpServer) => server.createdAt),
    updatedAt: text((server: McpServer) => server.updatedAt),
    ownerTeam: text((server: McpServer) => server.ownerTeam),
    registrationStatus: text((server: McpServer) => registrationStatusOf(server)),
  },
  /** How tools of a server that is not disabled differ from their approval. */
  memberships: {
    drift: ({ disabledAt, driftedTools }: McpServer) =>
      disabledAt === null ? [...new Set(driftedTools.map(({ gatewayStatus }) => gatewayStatus))] : [],
  },
  uniques: { one_registry_name: (server) => server.liveSnapshot?.registryName ?? null },
  indexes: [['name'], ['createdAt'], ['updatedAt']],
  lists: { filters: ['ownerTeam', 'registrationStatus'] },
});

/** Submissions. The unique rules allow one pending, one approved and no repeated sequence per server, whatever races. */
export const mcpSubmissionKind = defineKind<McpSubmission>()({
  name: 'mcp_submission',
  scoping: 'environment',
  governed: true,
  idOf: (submission) => submission.submissionId,
  scopeOf: ({ tenantId, environmentId }) => ({ tenantId, environmentId }),
  attributes: {
    createdAt: text((submission: McpSubmission) => submission.submittedAt),
    serverId: text((submission: McpSubmission) => submission.serverId),
    ownerTeam: text((submission: McpSubmission) => submission.manifest.owner.team),
    sequence: integer((submission: McpSubmission) => submission.sequence),
    status: text((submission: McpSubmission) => submission.status),
  },
  /** The policy versions that a submission uses while it waits, or that an approval of it uses or used. */
  memberships: {
    policyRef: ({ status, snapshotId, manifest }: McpSubmission) =>
      status === 'pending' || snapshotId !== null
        ? [...new Set(manifest.tools.flatMap((tool) => tool.policyRefs))]
        : [],
  },
  uniques: {
    one_pending: (submission) => (submission.status === 'pending' ? submission.serverId : null),
    one_approved: (submission) => (submission.status === 'approved' ? submission.serverId : null),
    one_sequence: (submission) => `${submission.serverId} ${submission.sequence}`,
  },
  indexes: [
    ['serverId', 'sequence'],
    ['serverId', 'status'],
    ['status', 'createdAt'],
  ],
});

/** The stored results of probes: facts, hence observed rather than governed. */
export const mcpServerHealthKind = defineKind<McpServerHealth>()({
  name: 'mcp_server_health',
  scoping: 'environment',
  governed: false,
  idOf: (health) => health.serverId,
  scopeOf: ({ tenantId, environmentId }) => ({ tenantId, environmentId }),
});

/** A server's activity apart from its submissions: a feed, hence observed rather than governed. */
export const mcpServerChangeKind = defineKind<McpServerChange>()({
  name: 'mcp_server_change',
  scoping: 'environment',
  governed: false,
  idOf: (change) => change.changeId,
  scopeOf: ({ tenantId, environmentId }) => ({ tenantId, environmentId }),
  attributes: {
    serverId: text((change: McpServerChange) => change.serverId),
    occurredAt: text((change: McpServerChange) => change.occurredAt),
  },
  indexes: [['serverId', 'occurredAt']],
});

/** When live servers were last read, and who is reading them: facts, hence observed rather than governed. */
export const mcpServerReadingKind = defineKind<McpServerReading>()({
  name: 'mcp_server_reading',
  scoping: 'environment',
  governed: false,
  idOf: (reading) => reading.serverId,
  scopeOf: ({ tenantId, environmentId }) => ({ tenantId, environmentId }),
});

/** Requested readings of live servers: kept until the caller has the result. */
export const mcpReadRequestKind = defineKind<McpReadRequest>()({
  name: 'mcp_read_request',
  scoping: 'environment',
  governed: false,
  idOf: (request) => request.requestId,
  scopeOf: ({ tenantId, environmentId }) => ({ tenantId, environmentId }),
  attributes: { requestedAt: text((request: McpReadRequest) => request.requestedAt) },
  indexes: [['requestedAt']],
});

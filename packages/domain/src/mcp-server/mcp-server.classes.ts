import { defineClasses } from '../redaction/classes.js';
import type { McpServerChange } from './activity.js';
import type { McpServerHealth } from './health.js';
import type { McpServer } from './mcp-server.js';
import type { McpSubmission } from './submission.js';

/** Field classes of an MCP server. */
export const mcpServerClasses = defineClasses<McpServer>()({
  serverId: 'public',
  tenantId: 'public',
  environmentId: 'public',
  name: 'public',
  ownerTeam: 'public',
  lastSequence: 'public',
  pendingSubmissionId: 'public',
  liveSnapshot: 'public',
  driftedTools: 'public',
  driftedFields: 'public',
  readCredential: 'secret',
  disabledAt: 'public',
  createdAt: 'public',
  updatedAt: 'public',
});

/** Field classes of a submission. */
export const mcpSubmissionClasses = defineClasses<McpSubmission>()({
  submissionId: 'public',
  serverId: 'public',
  tenantId: 'public',
  environmentId: 'public',
  sequence: 'public',
  status: 'public',
  manifest: 'public',
  manifestHash: 'public',
  hands: 'public',
  submittedBy: 'public',
  submittedAt: 'public',
  reviewedBy: 'public',
  reviewReasonCode: 'public',
  reviewReason: 'public',
  reviewedAt: 'public',
  supersededBySubmissionId: 'public',
  createdFromSnapshotId: 'public',
  snapshotId: 'public',
  toolReviews: 'public',
  findings: 'public',
});

/** Field classes of a server's health. */
export const mcpServerHealthClasses = defineClasses<McpServerHealth>()({
  serverId: 'public',
  tenantId: 'public',
  environmentId: 'public',
  status: 'public',
  routeAvailable: 'public',
  latencyMs: 'public',
  lastCheckedAt: 'public',
  checkedBy: 'public',
  failureReason: 'public',
  connectorStatus: 'public',
  failuresInARow: 'public',
});

/** Field classes of a server's change. */
export const mcpServerChangeClasses = defineClasses<McpServerChange>()({
  changeId: 'public',
  serverId: 'public',
  tenantId: 'public',
  environmentId: 'public',
  eventType: 'public',
  actorId: 'public',
  occurredAt: 'public',
  snapshotId: 'public',
  status: 'public',
  reasonCode: 'public',
  reason: 'public',
});

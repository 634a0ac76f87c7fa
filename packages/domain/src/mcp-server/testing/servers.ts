import { sha256Hex } from '../../canonical-json.js';
import { contributorOfUser, expectOk, NOW } from '../../testing/people.js';
import type { Manifest, ManifestTool } from '../manifest.js';
import type { DriftedTool } from '../mcp-server.js';
import type { PinnedReading } from '../pin-reading.js';
import { manifestFromReading } from '../read-manifest.js';
import { decideApproveSubmission } from '../review-submission.js';
import { waitsForReview } from '../submission.js';
import { decideSubmit } from '../submit.js';
import type { LiveReading, ToolDefinition } from '../tool-definition.js';
import { pinReading } from './pin-reading.js';

/** A tool awaiting review, with overrides. */
export const toolOf = (toolId: string, fields: Partial<ManifestTool> = {}): ManifestTool => ({
  toolId,
  name: toolId,
  description: `The ${toolId} tool`,
  riskTier: 'low',
  gatewayStatus: 'pending',
  inputSchemaRef: `schema:${toolId}`,
  inputSchema: { type: 'object', title: toolId },
  policyRefs: [],
  ...fields,
});

/** A manifest of the CRM server, with overrides. */
export const manifestOf = (fields: Partial<Manifest> = {}): Manifest => ({
  serverId: 'srv_crm',
  tenantId: 'acme',
  environmentId: 'production',
  name: 'CRM',
  version: '1.0.0',
  owner: { team: 'sales', userId: 'usr_carol', escalationContact: 'sales@example', oncallRotation: 'sales' },
  endpoint: 'https://crm.example/mcp',
  registrationStatus: 'active',
  credentialMode: 'shared_service',
  requestedApprovalStatus: 'pending_review',
  docsUrl: 'https://docs.example/crm',
  tools: [toolOf('search'), toolOf('delete', { riskTier: 'high' })],
  ...fields,
});

/** Who submits what, and when. */
export const submitRequest = (submissionId: string) => ({
  submissionId,
  by: contributorOfUser('usr_carol'),
  now: NOW,
});

/** Who reviews what, and when. */
export const reviewRequest = {
  reasonCode: 'reviewed',
  reason: 'Looks right',
  by: contributorOfUser('usr_ada'),
  fourEyes: true,
  now: '2026-03-01T13:00:00.000Z',
};

/** A server with its first submission, which awaits review. */
export const submitted = (manifest = manifestOf()) =>
  expectOk(decideSubmit(undefined, undefined, manifest, submitRequest('sub_1')));

/** A review that names every tool of a manifest that waits. */
export const naming = ({ tools }: Manifest) => tools.filter(waitsForReview).map(({ toolId }) => ({ toolId }));

/** A server that is live with its first submission, with all waiting tools admitted. */
export const live = (manifest = manifestOf()) => {
  const { server, submission } = submitted(manifest);
  return expectOk(
    decideApproveSubmission(server, submission, undefined, {
      ...reviewRequest,
      manifestHash: submission.manifestHash,
      snapshotId: 'snap_1',
      toolReviews: naming(manifest),
    }),
  );
};

/** A tool of a server that is not as it was approved. */
export const driftedTool = (toolId: string, fields: Partial<DriftedTool> = {}): DriftedTool => ({
  toolId,
  gatewayStatus: 'changed',
  observedHash: `sha256:${'f'.repeat(64)}`,
  changedFields: ['description'],
  detectedAt: NOW,
  revocationId: `rev_${toolId}`,
  ...fields,
});

/** What a live server says about itself. */
export const readingOf = (tools: readonly ToolDefinition[], more: Partial<LiveReading> = {}): PinnedReading =>
  pinReading({ tools, ...more }, sha256Hex);

/** A tool as a live server defines it. */
export const definitionOf = (name: string, fields: Partial<ToolDefinition> = {}): ToolDefinition => ({
  name,
  description: `The ${name} tool`,
  inputSchema: { type: 'object', title: name },
  ...fields,
});

/** A live server with what was read from it. */
export const liveFrom = (reading: PinnedReading) => live(manifestFromReading(manifestOf(), reading, []));

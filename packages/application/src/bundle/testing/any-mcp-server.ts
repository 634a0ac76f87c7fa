import { RISK_TIERS } from '@govgate/domain';
import { SERVER_HEALTH_STATUSES, TOOL_GATEWAY_STATUSES } from '@govgate/domain/internal';
import fc from 'fast-check';
import {
  environmentId,
  hands,
  type Item,
  merged,
  moment,
  momentOrEmpty,
  owner,
  seconds,
  some,
  tenantId,
  word,
} from './any-fields.js';

const tool = merged(
  fc.record({
    toolId: word,
    name: word,
    riskTier: fc.constantFrom(...RISK_TIERS),
    gatewayStatus: fc.constantFrom(...TOOL_GATEWAY_STATUSES),
  }),
  some({
    description: word,
    deniedReason: word,
    policyRefs: fc.array(word, { maxLength: 2 }),
    title: word,
    outputSchema: fc.constant({ type: 'object' }),
    annotations: fc.constant({ readOnlyHint: true }),
    definitionHash: word,
    fieldHashes: fc.constant({ inputSchema: 'sha256:1', description: 'sha256:2' }),
  }),
);

const driftedTool = fc.record({
  toolId: word,
  gatewayStatus: fc.constantFrom('changed' as const, 'pending' as const),
  observedHash: word,
  changedFields: fc.array(word, { maxLength: 2 }),
  detectedAt: moment,
});

const finding = fc.record({
  severity: fc.constantFrom('info' as const, 'warning' as const),
  code: fc.constantFrom('model_instructions' as const, 'secret_material' as const),
  toolId: fc.option(word),
  field: word,
});

const submission = merged(
  fc.record({
    submittedBy: word,
    submittedAt: moment,
    name: word,
    registrationStatus: fc.constantFrom('active', 'deprecated', 'disabled'),
    tools: fc.uniqueArray(tool, { maxLength: 3, selector: ({ toolId }) => toolId }),
  }),
  some({
    hands,
    reviewedBy: word,
    reviewedAt: moment,
    createdFromSnapshotId: word,
    snapshotId: word,
    findings: fc.array(finding, { minLength: 1, maxLength: 2 }),
    definition: fc.record({
      definitionHash: word,
      instructions: word,
      prompts: fc.array(word, { maxLength: 2 }),
    }),
  }),
);

/** MCP servers without a name. */
// Earlier ones are over, the last is pending or approved: what one pending and one approved of a server allow.
export const mcpServer: fc.Arbitrary<Item<'mcpServers'>> = fc
  .record({
    tenantId,
    environmentId,
    owner,
    submissions: fc.array(submission, { minLength: 1, maxLength: 3 }),
    over: fc.constantFrom('superseded', 'rejected', 'withdrawn'),
    last: fc.constantFrom('pending', 'approved'),
    disabledAt: fc.option(moment),
    drift: some({
      driftedTools: fc.array(driftedTool, { minLength: 1, maxLength: 2 }),
      driftedFields: fc.constant(['prompts']),
    }),
    health: fc.option(
      fc.record({
        status: fc.constantFrom(...SERVER_HEALTH_STATUSES),
        routeAvailable: fc.boolean(),
        latencyMs: seconds,
        lastCheckedAt: momentOrEmpty,
        checkedBy: word,
        failureReason: fc.constantFrom('', 'timeout', 'http_401'),
        connectorStatus: fc.constantFrom('connected', 'unknown'),
      }),
    ),
  })
  .map(({ submissions, over, last, health, owner: by, drift, ...server }) => ({
    ...server,
    ...drift,
    serverId: '',
    submissions: submissions.map(({ name, tools, registrationStatus, definition, ...rest }, place) => ({
      ...rest,
      submissionId: `${place}`,
      sequence: place + 1,
      status: place === submissions.length - 1 ? last : over,
      manifest: {
        serverId: '',
        tenantId: server.tenantId,
        environmentId: server.environmentId,
        name,
        version: '1',
        owner: by,
        registrationStatus,
        credentialMode: 'none' as const,
        tools: tools.map((one, at) => ({ ...one, name: `${one.name}_${at}` })),
        ...(definition === undefined ? {} : { definition }),
      },
    })),
    ...(health === null ? {} : { health }),
  })) as fc.Arbitrary<Item<'mcpServers'>>;

/** A server with its name in all its submissions. */
export const named = (server: Item<'mcpServers'>, serverId: string): Item<'mcpServers'> => ({
  ...server,
  serverId,
  submissions: server.submissions.map((one) => ({
    ...one,
    submissionId: `sub_${serverId}_${one.sequence}`,
    manifest: { ...one.manifest, serverId },
  })),
});

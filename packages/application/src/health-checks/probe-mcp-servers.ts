import type { McpServer, McpServerChange, McpServerHealth, Scope } from '@govgate/domain';
import {
  credentialFor,
  healthAfterProbe,
  neverProbed,
  PROBE_ROUND_SECONDS,
  readingWanted,
} from '@govgate/domain/internal';
import {
  type Change,
  type CommitBatch,
  type JobHandler,
  type McpBackendProbe,
  type McpProbeResult,
  mcpServerChangeKind,
  mcpServerHealthKind,
  mcpServerKind,
  mcpServerReadingKind,
  mcpSubmissionKind,
  type ObservedKind,
  type StopSignal,
} from '@govgate/ports';
import { auditEventBy, systemCaller } from '../call/audit-event.js';
import type { Ports } from '../call/ports.js';
import { inFairShares } from './in-fair-shares.js';
import { ProbeSchedule } from './probe-schedule.js';
import { isInShard, shardOf } from './shard.js';

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'clock' | 'ids'> & {
  readonly mcpProbe: Pick<McpBackendProbe, 'probe'>;
};

/** Who made a check, as named in answers. */
const CHECKED_BY = 'worker';

/** A hanging server occupies a slot for 30 seconds; one tenant's servers can occupy a quarter of them. */
const SHARES = { atATime: 256, perOwner: 64 };
const TRIES = 5;
const ROUND_MS = PROBE_ROUND_SECONDS * 1000;
/** Slightly more than a probe takes at most: nothing starts that could last into the next round. */
const LONGEST_PROBE_MS = 36_000;

/**
 * Probes the approved, enabled servers over MCP itself. Servers not yet approved must not be called. Reads never probe: they answer what is
 * stored here.
 */
export const makeProbeMcpServers = (deps: Deps): JobHandler['run'] => {
  // Every server keeps its turn: a result older than three rounds would be meaningless.
  const schedule = new ProbeSchedule({ everyMs: ROUND_MS, deadRest: false });
  return async ({ subjectId }, signal) => {
    const shard = shardOf(subjectId);
    const servers: McpServer[] = [];
    for await (const { record } of deps.records.all(mcpServerKind))
      if (record.liveSnapshot !== null && record.disabledAt === null && isInShard(record.serverId, shard))
        servers.push(record);
    const due = schedule.due(servers, keyOf, deps.clock.epochMs());
    schedule.keepOnly(new Set(servers.map(keyOf)));
    const startedAt = deps.clock.epochMs();
    // What a round does not reach comes first in the next one, so that responsive servers are never late.
    const round: StopSignal = {
      get aborted() {
        return signal.aborted || deps.clock.epochMs() - startedAt >= ROUND_MS - LONGEST_PROBE_MS;
      },
    };
    const owned = due.map((item) => ({ owner: item.tenantId, item }));
    await inFairShares(owned, { shares: SHARES, signal: round }, async (server) => {
      const endpoint = await endpointOf(deps, server);
      if (endpoint === undefined) return;
      const result = await deps.mcpProbe.probe({
        scope: scopeOf(server),
        endpoint,
        credential: credentialFor(server.readCredential, endpoint),
      });
      schedule.probed(keyOf(server), result.outcome === 'ok', deps.clock.epochMs());
      await keepHealth(deps, server, result);
    });
  };
};

const keyOf = ({ tenantId, environmentId, serverId }: McpServer): string =>
  `${tenantId} ${environmentId} ${serverId}`;

const endpointOf = async ({ records }: Deps, server: McpServer): Promise<string | undefined> => {
  if (server.liveSnapshot === null) return undefined;
  const submission = await records.get(mcpSubmissionKind, scopeOf(server), server.liveSnapshot.submissionId);
  return submission?.record.manifest.endpoint;
};

const scopeOf = ({ tenantId, environmentId }: Scope): Scope => ({ tenantId, environmentId });

const keepHealth = async (deps: Deps, server: McpServer, result: McpProbeResult): Promise<void> => {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const stored = await deps.records.get(mcpServerHealthKind, scopeOf(server), server.serverId);
    const before = stored?.record ?? neverProbed(server);
    const { outcome, latencyMs } = result;
    const health = healthAfterProbe(before, { outcome, latencyMs, checkedBy: CHECKED_BY }, deps.clock.now());
    const put = { kind: mcpServerHealthKind, record: health, expectedVersion: stored?.version ?? null };
    const { committed } =
      health.status === before.status
        ? await deps.unitOfWork.observe([put])
        : await deps.unitOfWork.commit(healthCommit(deps, server, { put, before, health }));
    if (!committed) continue;
    if (health.connectorStatus === 'connected' && before.connectorStatus !== 'connected')
      await wantReading(deps, server);
    return;
  }
};

/** Makes a recovered server be compared with what was approved at once (docs/spec/mcp-servers.md). */
const wantReading = async ({ records, unitOfWork, clock }: Deps, server: McpServer): Promise<void> => {
  const stored = await records.get(mcpServerReadingKind, scopeOf(server), server.serverId);
  if (stored === undefined) return;
  const record = readingWanted(stored.record, clock.now());
  // Another process that wrote it meanwhile is reading the server now.
  await unitOfWork.observe([{ kind: mcpServerReadingKind, record, expectedVersion: stored.version }]);
};

/** A change of status: the result, the server's activity and the event, together. */
const healthCommit = (
  deps: Deps,
  server: McpServer,
  {
    put,
    before,
    health,
  }: {
    readonly put: Change<ObservedKind>;
    readonly before: McpServerHealth;
    readonly health: McpServerHealth;
  },
): CommitBatch => {
  const change = { kind: mcpServerChangeKind, record: changeOf(deps, server, health), expectedVersion: null };
  const event = auditEventBy(deps, systemCaller('worker', server.tenantId, deps.ids.mint('request')), {
    eventType: 'mcp_server.health_changed',
    action: 'observe',
    environmentId: server.environmentId,
    resourceId: server.serverId,
    outcome: health.status === 'unhealthy' ? 'failure' : 'success',
    reasonCode: health.failureReason === '' ? 'ok' : health.failureReason,
    reason: `from ${before.status} to ${health.status}`,
    changedFields: ['status'],
  });
  return { changes: [put, change], audit: [event] };
};

const changeOf = ({ ids, clock }: Deps, server: McpServer, health: McpServerHealth): McpServerChange => ({
  changeId: ids.mint('serverChange'),
  serverId: server.serverId,
  ...scopeOf(server),
  eventType: 'health_changed',
  actorId: CHECKED_BY,
  occurredAt: clock.now(),
  snapshotId: server.liveSnapshot?.snapshotId ?? null,
  status: health.status,
  reasonCode: health.failureReason === '' ? null : health.failureReason,
  reason: null,
});

import {
  type AuditEvent,
  type Drift,
  type DriftedTool,
  liftOfTool,
  type McpServer,
  type McpServerChange,
  type McpServerReading,
  type Revocation,
  revocationOfTool,
  toolSubject,
} from '@govgate/domain';
import {
  type Change,
  type CommitBatch,
  mcpServerChangeKind,
  mcpServerKind,
  mcpServerReadingKind,
  type Stored,
} from '@govgate/ports';
import { type AuditCaller, auditEventBy, systemCaller } from '../call/audit-event.js';
import type { Ports } from '../call/ports.js';

type Deps = Pick<Ports, 'clock' | 'ids'>;

/** One entry about a drift, in the trail and in the server's activity. */
interface Told {
  readonly eventType: 'mcp_server.drift_detected' | 'mcp_server.drift_resolved';
  readonly toolId: string | null;
  readonly fields: readonly string[];
  readonly revocations: readonly Revocation[];
}

interface FoundDrift {
  readonly drift: Drift;
  readonly reading: { readonly kept: McpServerReading; readonly version: number };
}

/**
 * The commit of a drift: the server, its revocations or their lifting, an event for each tool, and its activity (decisions, section 16). It
 * succeeds only while this process holds the claim on the server.
 */
export const driftCommit = (
  deps: Deps,
  server: Stored<McpServer>,
  { drift, reading }: FoundDrift,
): CommitBatch => {
  const told = toldOf(deps, server.record, drift);
  const caller = systemCaller('worker', server.record.tenantId, deps.ids.mint('request'));
  const events = told.map(
    (one) => [one, eventOf(deps, caller, { server: server.record, told: one })] as const,
  );
  const [first, ...others] = events.map(([, event]) => event);
  if (first === undefined) throw new Error('a drift that nothing tells of');
  const changes: Change[] = [
    { kind: mcpServerKind, record: drift.decided.record, expectedVersion: server.version },
    { kind: mcpServerReadingKind, record: reading.kept, expectedVersion: reading.version },
    ...events.map(
      ([one, event]): Change => ({
        kind: mcpServerChangeKind,
        record: changeOf(server.record, one, event),
        expectedVersion: null,
      }),
    ),
  ];
  const revocations = told.flatMap((one) => one.revocations);
  return { changes, audit: [first, ...others], revocations, now: () => deps.clock.now() };
};

interface Lifted {
  readonly tools: readonly DriftedTool[];
  readonly reasonCode: string;
}

/** Lifts the revocations of tools that may be called again. */
export const liftsOf = (
  { clock, ids }: Deps,
  server: McpServer,
  { tools, reasonCode }: Lifted,
): Revocation[] =>
  tools.flatMap((tool) =>
    liftOfTool(server, tool, { revocationId: ids.mint('revocation'), reasonCode, now: clock.now() }),
  );

const REASONS = {
  'mcp_server.drift_detected': 'tool_drift_detected',
  'mcp_server.drift_resolved': 'tool_drift_resolved',
} as const;

interface ToldDrift {
  readonly server: McpServer;
  readonly told: Told;
}

const eventOf = (deps: Deps, caller: AuditCaller, { server, told }: ToldDrift): AuditEvent =>
  auditEventBy(deps, caller, {
    eventType: told.eventType,
    action: 'observe',
    environmentId: server.environmentId,
    resourceId: server.serverId,
    version: server.liveSnapshot?.version ?? null,
    reasonCode: REASONS[told.eventType],
    changedFields: told.fields,
    relatedIds: [
      ...(told.toolId === null ? [] : [toolSubject(server.serverId, told.toolId)]),
      ...told.revocations.map(({ revocationId }) => revocationId),
    ],
  });

// The feed repeats the trail under the same id; its reason names what differs.
const changeOf = (server: McpServer, told: Told, event: AuditEvent): McpServerChange => ({
  changeId: event.auditEventId,
  serverId: server.serverId,
  tenantId: server.tenantId,
  environmentId: server.environmentId,
  eventType: REASONS[told.eventType],
  actorId: event.actor.actorId,
  occurredAt: event.occurredAt,
  snapshotId: server.liveSnapshot?.snapshotId ?? null,
  status: statusOf(told),
  reasonCode: event.reasonCode,
  reason: `${told.toolId === null ? '' : `${told.toolId}: `}${told.fields.join(', ')}`,
});

const statusOf = ({ eventType, toolId, fields }: Told): string | null => {
  if (toolId === null) return null;
  if (eventType === 'mcp_server.drift_resolved') return 'approved';
  return fields.includes('name') ? 'pending' : 'changed';
};

const toldOf = (deps: Deps, server: McpServer, drift: Drift): Told[] => {
  const now = deps.clock.now();
  return [
    ...drift.revoked.map(
      (tool): Told => ({
        eventType: 'mcp_server.drift_detected',
        toolId: tool.toolId,
        fields: tool.changedFields,
        revocations: [revocationOfTool(server, tool, now)],
      }),
    ),
    ...drift.restored.map(
      (tool): Told => ({
        eventType: 'mcp_server.drift_resolved',
        toolId: tool.toolId,
        fields: tool.changedFields,
        revocations: liftsOf(deps, server, { tools: [tool], reasonCode: 'tool_drift_resolved' }),
      }),
    ),
    ...serverTold('mcp_server.drift_detected', drift.differing),
    ...serverTold('mcp_server.drift_resolved', drift.settled),
  ];
};

const serverTold = (eventType: Told['eventType'], fields: readonly string[]): Told[] =>
  fields.length === 0 ? [] : [{ eventType, toolId: null, fields, revocations: [] }];

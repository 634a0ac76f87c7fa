import type { AuditEvent, McpServer, McpServerChange, McpServerReading, Revocation } from '@govgate/domain';
import {
  type Drift,
  type DriftedTool,
  liftOfTool,
  revocationOfTool,
  toolSubject,
} from '@govgate/domain/internal';
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
interface DriftEvent {
  readonly eventType: 'mcp_server.drift_detected' | 'mcp_server.drift_resolved';
  readonly reasonCode: 'tool_drift_detected' | 'tool_drift_resolved' | 'tool_unverified';
  /** Of the tool; null if it concerns the server or several tools. */
  readonly status: DriftedTool['gatewayStatus'] | 'approved' | null;
  readonly toolIds: readonly string[];
  readonly fields: readonly string[];
  readonly revocations: readonly Revocation[];
}

interface FoundDrift {
  readonly drift: Drift;
  readonly reading: { readonly kept: McpServerReading; readonly version: number };
}

/**
 * The commit of a drift: the server, its revocations or their lifting, an event for each tool, and its activity (docs/spec/mcp-servers.md). It
 * succeeds only while this process holds the claim on the server.
 */
export const driftCommit = (
  deps: Deps,
  server: Stored<McpServer>,
  { drift, reading }: FoundDrift,
): CommitBatch => {
  const reported = reportsOf(deps, server.record, drift);
  const caller = systemCaller('worker', server.record.tenantId, deps.ids.mint('request'));
  const events = reported.map(
    (one) => [one, eventOf(deps, caller, { server: server.record, reported: one })] as const,
  );
  const [first, ...others] = events.map(([, event]) => event);
  if (first === undefined) throw new Error('a drift without an event');
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
  const revocations = reported.flatMap((one) => one.revocations);
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

const ACTIVITY = {
  'mcp_server.drift_detected': 'tool_drift_detected',
  'mcp_server.drift_resolved': 'tool_drift_resolved',
} as const;

/** The most tools that one event names. */
const MOST_NAMED = 100;

interface ReportedDrift {
  readonly server: McpServer;
  readonly reported: DriftEvent;
}

const eventOf = (deps: Deps, caller: AuditCaller, { server, reported }: ReportedDrift): AuditEvent =>
  auditEventBy(deps, caller, {
    eventType: reported.eventType,
    action: 'observe',
    environmentId: server.environmentId,
    resourceId: server.serverId,
    version: server.liveSnapshot?.version ?? null,
    reasonCode: reported.reasonCode,
    changedFields: reported.fields,
    relatedIds: [
      ...reported.toolIds.slice(0, MOST_NAMED).map((toolId) => toolSubject(server.serverId, toolId)),
      ...reported.revocations.map(({ revocationId }) => revocationId),
    ],
  });

// The feed repeats the trail under the same id; its reason names what differs.
const changeOf = (server: McpServer, reported: DriftEvent, event: AuditEvent): McpServerChange => ({
  changeId: event.auditEventId,
  serverId: server.serverId,
  tenantId: server.tenantId,
  environmentId: server.environmentId,
  eventType: ACTIVITY[reported.eventType],
  actorId: event.actor.actorId,
  occurredAt: event.occurredAt,
  snapshotId: server.liveSnapshot?.snapshotId ?? null,
  status: reported.status,
  reasonCode: event.reasonCode,
  reason: reasonOf(reported),
});

const reasonOf = ({ toolIds, fields }: DriftEvent): string => {
  const what = fields.join(', ');
  if (toolIds.length === 0) return what;
  const [first = '', ...others] = toolIds;
  return `${first}${others.length === 0 ? '' : ` and ${others.length} more`}: ${what}`;
};

const reportsOf = (deps: Deps, server: McpServer, drift: Drift): DriftEvent[] => [
  ...drift.revoked.map((tool) => revokedReported(deps, server, tool)),
  ...drift.restored
    .filter(({ revocationId }) => revocationId !== null)
    .map((tool) => restoredReported(deps, server, tool)),
  ...verificationReported('mcp_server.drift_detected', drift.unverified),
  ...verificationReported(
    'mcp_server.drift_resolved',
    drift.restored.filter(({ revocationId }) => revocationId === null),
  ),
  ...serverReported('mcp_server.drift_detected', drift.differing),
  ...serverReported('mcp_server.drift_resolved', drift.settled),
];

const revokedReported = ({ clock }: Deps, server: McpServer, tool: DriftedTool): DriftEvent => {
  // A tool that could not be compared, and now differs, has its revocation already.
  const isNew = !server.driftedTools.some(({ revocationId }) => revocationId === tool.revocationId);
  return {
    eventType: 'mcp_server.drift_detected',
    reasonCode: tool.gatewayStatus === 'unverified' ? 'tool_unverified' : 'tool_drift_detected',
    status: tool.gatewayStatus,
    toolIds: [tool.toolId],
    fields: fieldsOf(tool),
    revocations: isNew ? [revocationOfTool(server, tool, clock.now())] : [],
  };
};

const restoredReported = (deps: Deps, server: McpServer, tool: DriftedTool): DriftEvent => ({
  eventType: 'mcp_server.drift_resolved',
  reasonCode: 'tool_drift_resolved',
  status: 'approved',
  toolIds: [tool.toolId],
  fields: fieldsOf(tool),
  revocations: liftsOf(deps, server, { tools: [tool], reasonCode: 'tool_drift_resolved' }),
});

// Where nothing was seen of a tool, all of it is what differs.
const fieldsOf = ({ gatewayStatus, changedFields }: DriftedTool): readonly string[] =>
  gatewayStatus === 'unverified' ? ['tools'] : changedFields;

/** Tools that cannot be compared, or can be again, and were callable all the time: one event for all. */
const verificationReported = (
  eventType: DriftEvent['eventType'],
  tools: readonly DriftedTool[],
): DriftEvent[] =>
  tools.length === 0
    ? []
    : [
        {
          eventType,
          reasonCode: eventType === 'mcp_server.drift_detected' ? 'tool_unverified' : 'tool_drift_resolved',
          status: eventType === 'mcp_server.drift_detected' ? 'unverified' : 'approved',
          toolIds: tools.map(({ toolId }) => toolId),
          fields: ['tools'],
          revocations: [],
        },
      ];

const serverReported = (eventType: DriftEvent['eventType'], fields: readonly string[]): DriftEvent[] =>
  fields.length === 0
    ? []
    : [{ eventType, reasonCode: ACTIVITY[eventType], status: null, toolIds: [], fields, revocations: [] }];

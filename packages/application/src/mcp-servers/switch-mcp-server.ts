import type { AuditEvent, McpServer, McpServerChange } from '@govgate/domain';
import { eachVerb, serverVerbs } from '@govgate/domain/internal';
import { mcpServerChangeKind } from '@govgate/ports';
import { type ChangeDeps, changeRecord, decidedWith } from '../call/change-record.js';
import type { UseCase } from '../call/context.js';
import { currentServer } from './current-server.js';
import { type ServerRef, serverAccess } from './load-server.js';
import { type McpServerDetail, mcpServerDetail } from './mcp-server-view.js';

export interface SwitchMcpServerInput extends ServerRef {
  readonly reasonCode: string;
  readonly reason?: string | undefined;
}

// The verbs' names in the server's activity.
const IN_ACTIVITY = { disable: 'disabled', enable: 'enabled' } as const;

/** The use cases of a server's verbs, recorded in its activity. */
export const changesOfServers = eachVerb(
  serverVerbs,
  ({ action, eventType, permission, decide }, name) =>
    (deps: ChangeDeps): UseCase<SwitchMcpServerInput, McpServerDetail> =>
    (context, input) =>
      changeRecord(deps, context, {
        ...serverAccess(input, permission),
        eventType,
        action,
        reasonCode: input.reasonCode,
        reason: input.reason,
        decide: ({ stored }) =>
          decidedWith(decide(stored.record, { now: deps.clock.now() }), ({ record }) => ({
            additionalWrites: (event) => [
              {
                kind: mcpServerChangeKind,
                record: changeOf(record, event, IN_ACTIVITY[name]),
                expectedVersion: null,
              },
            ],
            answer: async (after) => {
              const { live, pending, reading, definitions } = await currentServer(deps.records, after);
              return mcpServerDetail(context, after, {
                live: live?.record,
                pending: pending?.record,
                reading,
                definitions,
              });
            },
          })),
      }),
);

// The activity repeats the trail under the same id.
const changeOf = (
  server: McpServer,
  event: AuditEvent,
  eventType: McpServerChange['eventType'],
): McpServerChange => ({
  changeId: event.auditEventId,
  serverId: server.serverId,
  tenantId: server.tenantId,
  environmentId: server.environmentId,
  eventType,
  actorId: event.actor.actorId,
  occurredAt: event.occurredAt,
  snapshotId: server.liveSnapshot?.snapshotId ?? null,
  status: null,
  reasonCode: event.reasonCode,
  reason: event.reason,
});

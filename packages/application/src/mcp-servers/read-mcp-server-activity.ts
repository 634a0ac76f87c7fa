import { ok } from '@govgate/domain';
import { type ActivityEvent, activityOf } from '@govgate/domain/internal';
import { mcpServerChangeKind, mcpSubmissionKind } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import { loadRecord } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import { everyRecord } from '../paging/every-record.js';
import { type ServerRef, serverAccess } from './load-server.js';

/** The activity feed of a server (docs/spec/mcp-servers.md#submissions). */
export interface ActivityFeed {
  readonly schemaVersion: '1.0';
  readonly serverId: string;
  readonly events: readonly ActivityEvent[];
}

/** How far back a feed goes: it is not paged, and a flapping server adds entries every few minutes. */
export const MAX_ACTIVITY_EVENTS = 1000;

/** Lists a server's activity, newest first (docs/spec/mcp-servers.md#activity). */
export const makeReadMcpServerActivity =
  (deps: Pick<Ports, 'records' | 'timer'>): UseCase<ServerRef, ActivityFeed> =>
  async (context, ref) => {
    const loaded = await loadRecord(deps.records, context, serverAccess(ref, 'mcp_server.read'));
    if (!loaded.ok) return loaded;
    const { scope, serverId } = ref;
    const of = { where: { is: { serverId } }, most: MAX_ACTIVITY_EVENTS };
    const [submissions, changes] = await Promise.all([
      everyRecord(deps, mcpSubmissionKind, scope, { ...of, order: { by: 'sequence', direction: 'desc' } }),
      everyRecord(deps, mcpServerChangeKind, scope, {
        ...of,
        order: { by: 'occurredAt', direction: 'desc' },
      }),
    ]);
    const events = activityOf(
      submissions.map(({ record }) => record),
      changes.map(({ record }) => record),
    );
    return ok({ schemaVersion: '1.0', serverId, events: events.slice(0, MAX_ACTIVITY_EVENTS) });
  };

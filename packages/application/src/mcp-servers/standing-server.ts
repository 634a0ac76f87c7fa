import type { McpServer, McpServerReading, McpSubmission } from '@govgate/domain';
import { mcpServerReadingKind, type Stored } from '@govgate/ports';
import type { Ports } from '../call/ports.js';
import { liveOf, pendingOf } from './load-server.js';

/** A server with its two relevant submissions: the live and the pending one. */
export interface StandingServer {
  readonly server: Stored<McpServer>;
  readonly live: Stored<McpSubmission> | undefined;
  readonly pending: Stored<McpSubmission> | undefined;
  /** The state of its readings. */
  readonly reading: McpServerReading | undefined;
}

export const standingOf = async (
  records: Ports['records'],
  server: Stored<McpServer>,
): Promise<StandingServer> => {
  const { tenantId, environmentId, serverId } = server.record;
  const [live, pending, reading] = await Promise.all([
    liveOf(records, server.record),
    pendingOf(records, server.record),
    records.get(mcpServerReadingKind, { tenantId, environmentId }, serverId),
  ]);
  return { server, live, pending, reading: reading?.record };
};

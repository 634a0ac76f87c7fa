import type { McpServer, McpSubmission } from '@govgate/domain';
import type { Stored } from '@govgate/ports';
import type { Ports } from '../call/ports.js';
import { liveOf, pendingOf } from './load-server.js';

/** A server with the two submissions that count: the live one and the one under review. */
export interface StandingServer {
  readonly server: Stored<McpServer>;
  readonly live: Stored<McpSubmission> | undefined;
  readonly pending: Stored<McpSubmission> | undefined;
}

export const standingOf = async (
  records: Ports['records'],
  server: Stored<McpServer>,
): Promise<StandingServer> => {
  const [live, pending] = await Promise.all([
    liveOf(records, server.record),
    pendingOf(records, server.record),
  ]);
  return { server, live, pending };
};

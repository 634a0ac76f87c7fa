import type { McpBackendProbe } from '@govgate/ports';
import type { Egress } from '../egress/egress.js';
import { connect, type McpConnection } from './connect.js';
import { makeMcpChannel } from './mcp-channel.js';
import { VERSION_HEADER } from './protocol.js';
import { readServer } from './read-server.js';
import type { ProbeFailure } from './reply-outcome.js';

export interface McpBackendProbeParts {
  readonly egress: Egress;
  /** The limit of a whole conversation; 30 seconds by default. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;
const END_MS = 5_000;

type Work<T> = (connected: McpConnection | ProbeFailure) => Promise<T>;

/** Makes the probe of MCP servers. It speaks raw HTTP, so that every byte passes the egress guard; it never sends GET. */
export const makeMcpBackendProbe = (parts: McpBackendProbeParts): McpBackendProbe => ({
  probe: async (endpoint) => {
    const startedAt = performance.now();
    return converse(parts, endpoint, async (connected) => {
      const latencyMs = Math.round(performance.now() - startedAt);
      return typeof connected === 'string'
        ? { outcome: connected, latencyMs, protocolVersion: null }
        : { outcome: 'ok', latencyMs, protocolVersion: connected.protocolVersion };
    });
  },
  read: (endpoint) =>
    converse(parts, endpoint, async (connected) =>
      typeof connected === 'string' ? { read: false, because: connected } : readServer(connected),
    ),
});

const converse = async <T>(parts: McpBackendProbeParts, endpoint: string, work: Work<T>): Promise<T> => {
  const channel = makeMcpChannel(parts.egress, endpoint, {
    conversationMs: parts.timeoutMs ?? TIMEOUT_MS,
    endMs: END_MS,
  });
  const connected = await connect(channel);
  const done = await work(connected);
  const version = typeof connected === 'string' ? undefined : connected.protocolVersion;
  await channel.endSessions(version === undefined ? {} : { [VERSION_HEADER]: version });
  return done;
};

import type { McpBackendProbe, McpTarget, SecretResolver } from '@govgate/ports';
import type { Egress } from '../egress/egress.js';
import { connect, type McpConnection } from './connect.js';
import { NO_CREDENTIAL, type SentCredential, sentCredential, withoutEcho } from './credential-headers.js';
import { makeMcpChannel } from './mcp-channel.js';
import { VERSION_HEADER } from './protocol.js';
import { readServer } from './read-server.js';
import type { ProbeFailure } from './reply-outcome.js';

export interface McpBackendProbeParts {
  readonly egress: Egress;
  readonly secrets: SecretResolver;
  /** The limit of a whole conversation; 30 seconds by default. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;
const END_MS = 5_000;

type Work<T> = (connected: McpConnection | ProbeFailure, credential: SentCredential) => Promise<T>;

/** Makes the probe of MCP servers. It speaks raw HTTP, so that every byte passes the egress guard; it never sends GET. */
export const makeMcpBackendProbe = (parts: McpBackendProbeParts): McpBackendProbe => ({
  probe: async (target) => {
    const startedAt = performance.now();
    return converse(parts, target, async (connected) => {
      const latencyMs = Math.round(performance.now() - startedAt);
      return typeof connected === 'string'
        ? { outcome: connected, latencyMs, protocolVersion: null }
        : { outcome: 'ok', latencyMs, protocolVersion: connected.protocolVersion };
    });
  },
  read: (target) =>
    converse(parts, target, async (connected, credential) =>
      typeof connected === 'string'
        ? { read: false, because: connected }
        : withoutEcho(await readServer(connected), credential),
    ),
});

const converse = async <T>(parts: McpBackendProbeParts, target: McpTarget, work: Work<T>): Promise<T> => {
  const credential = await sentCredential(parts.secrets, target);
  if (credential === 'secret_ref_unresolved') return work(credential, NO_CREDENTIAL);
  const channel = makeMcpChannel(parts.egress, target.endpoint, credential.headers, {
    conversationMs: parts.timeoutMs ?? TIMEOUT_MS,
    endMs: END_MS,
  });
  const connected = await connect(channel);
  const done = await work(connected, credential);
  const version = typeof connected === 'string' ? undefined : connected.protocolVersion;
  await channel.endSessions(version === undefined ? {} : { [VERSION_HEADER]: version });
  return done;
};

import type { ReadOutcome } from '@govgate/domain';
import type { McpBackendProbe, McpTarget, SecretResolver } from '@govgate/ports';
import type { Egress } from '../egress/egress.js';
import { combineReadings } from './combine-readings.js';
import { connect, connectBy, type McpConnection } from './connect.js';
import { NO_CREDENTIAL, type SentCredential, sentCredential, withoutEcho } from './credential-headers.js';
import { type McpChannel, makeMcpChannel } from './mcp-channel.js';
import {
  type ClientIdentity,
  OTHER_CLIENT,
  READ_VERSIONS,
  USUAL_CLIENT,
  VERSION_HEADER,
} from './protocol.js';
import { readServer } from './read-server.js';
import type { ProbeFailure } from './reply-outcome.js';

export interface McpBackendProbeParts {
  readonly egress: Egress;
  readonly secrets: SecretResolver;
  /** Whom servers take the reader for; by default a client like others. */
  readonly client?: ClientIdentity;
  /** The limit of a whole conversation, and of all conversations with a server together; 30 seconds by default. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;
const END_MS = 5_000;

/** Makes the probe of MCP servers. It speaks raw HTTP, so that every byte passes the egress guard; it never sends GET. */
export const makeMcpBackendProbe = (parts: McpBackendProbeParts): McpBackendProbe => ({
  probe: async (target) => {
    const startedAt = performance.now();
    return converse({ ...newestOf(parts), target }, async (connected) => {
      const latencyMs = Math.round(performance.now() - startedAt);
      return typeof connected === 'string'
        ? { outcome: connected, latencyMs, protocolVersion: null }
        : { outcome: 'ok', latencyMs, protocolVersion: connected.protocolVersion };
    });
  },
  read: (target) => readInEachWay(parts, target),
});

/** How a server is talked to. */
interface Manner {
  readonly parts: McpBackendProbeParts;
  readonly client: ClientIdentity;
  readonly connecting: (channel: McpChannel, client: ClientIdentity) => ReturnType<typeof connect>;
  readonly conversationMs: number;
}

const newestOf = (parts: McpBackendProbeParts, client = parts.client ?? USUAL_CLIENT): Manner => ({
  parts,
  client,
  connecting: connect,
  conversationMs: parts.timeoutMs ?? TIMEOUT_MS,
});

/**
 * Reads a server by each revision that both sides speak, and again as another client: what it shows to some of them only is reported
 * (docs/spec/mcp-servers.md). The first reading decides whether it can be read at all; the others are at once, as a caller waits for all.
 */
const readInEachWay = async (parts: McpBackendProbeParts, target: McpTarget): Promise<ReadOutcome> => {
  const startedAt = performance.now();
  const first = await readOnce({ ...newestOf(parts), target });
  if (!first.outcome.read) return first.outcome;
  const conversationMs = (parts.timeoutMs ?? TIMEOUT_MS) - (performance.now() - startedAt);
  const others = await Promise.all(
    otherManners(parts, first.version).map((manner) => readOnce({ ...manner, conversationMs, target })),
  );
  const seen = others.flatMap(({ outcome, version }) =>
    outcome.read ? [{ version, reading: outcome.reading }] : [],
  );
  const { reading } = first.outcome;
  return { read: true, reading: combineReadings([{ version: first.version, reading }, ...seen]) };
};

const otherManners = (parts: McpBackendProbeParts, seen: string): readonly Manner[] => [
  newestOf(parts, OTHER_CLIENT),
  ...READ_VERSIONS.filter((version) => version !== seen).map(
    (version): Manner => ({
      ...newestOf(parts),
      connecting: (channel, client) => connectBy(channel, client, version),
    }),
  ),
];

interface ProbeReading {
  readonly outcome: ReadOutcome;
  /** The revision; '' where none was agreed on. */
  readonly version: string;
}

const readOnce = (talk: Manner & { readonly target: McpTarget }): Promise<ProbeReading> =>
  converse(talk, async (connected, credential) =>
    typeof connected === 'string'
      ? { outcome: { read: false, because: connected }, version: '' }
      : {
          outcome: withoutEcho(await readServer(connected), credential),
          version: connected.protocolVersion,
        },
  );

type Work<T> = (connected: McpConnection | ProbeFailure, credential: SentCredential) => Promise<T>;

const converse = async <T>(
  { parts, client, connecting, conversationMs, target }: Manner & { readonly target: McpTarget },
  work: Work<T>,
): Promise<T> => {
  const credential = await sentCredential(parts.secrets, target);
  if (credential === 'secret_ref_unresolved') return work(credential, NO_CREDENTIAL);
  const headers = { 'user-agent': client.userAgent, ...credential.headers };
  const endpoint = { url: target.endpoint, headers };
  const channel = makeMcpChannel(parts.egress, endpoint, { conversationMs, endMs: END_MS });
  const connected = await connecting(channel, client);
  const done = await work(connected, credential);
  const version = typeof connected === 'string' ? undefined : connected.protocolVersion;
  await channel.endSessions(version === undefined ? {} : { [VERSION_HEADER]: version });
  return done;
};

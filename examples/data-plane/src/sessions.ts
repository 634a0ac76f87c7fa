import { randomUUID } from 'node:crypto';
import type { GovgateClient } from '@govgate/client';
import { type ClientSession, type SessionState, sessionFromWire } from '@govgate/domain';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { connectUpstream, makeClientServer, type Parts, type Upstream } from './client-session.js';
import type { GovernedSession } from './enforcement.js';
import type { Known } from './known.js';
import type { Caller, Settings } from './settings.js';

const IDLE_MS = 15 * 60_000;
const SEEN_AGAIN_MS = 60_000;

interface OpenSession extends GovernedSession {
  readonly caller: Caller;
  readonly upstream: Upstream;
  readonly transport: StreamableHTTPServerTransport;
  readonly fenced: AbortController;
  usedAt: number;
  reportedAt: number;
}

/** The sessions of this gateway. Each one is reported to govgate before anything is called on it. */
export const makeSessions = (govgate: GovgateClient, known: Known, settings: Settings, parts: Parts) => {
  const sessions = new Map<string, OpenSession>();

  const report = async (
    id: string,
    caller: Caller,
    state: SessionState,
    upstream: Upstream,
  ): Promise<ClientSession> => {
    const { user_id, agent_id = null, client_surface_id = null, credential_binding_ids = [] } = caller;
    const held = {
      backend_session_ids: [...upstream.sessionIds],
      credential_binding_ids: [...credential_binding_ids],
    };
    const body = { user_id, agent_id, client_surface_id, state, ...held };
    return sessionFromWire(await govgate.reportSession({ client_session_id: id, body }));
  };

  /** Opens a session; where govgate does not take it, there is none. */
  const open = async (caller: Caller, serverId: string): Promise<StreamableHTTPServerTransport> => {
    const id = `cs_${randomUUID()}`;
    const upstream = await connectUpstream(settings.servers[serverId] as string);
    try {
      const record = await report(id, caller, 'active', upstream);
      const transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: () => id,
        onsessionclosed: () => end(id),
      });
      const fenced = new AbortController();
      const now = performance.now();
      const session = { record, serverId, groups: caller.groups ?? [], caller, upstream, transport, fenced };
      sessions.set(id, { ...session, usedAt: now, reportedAt: now });
      await makeClientServer(session, upstream.client, parts, fenced.signal).connect(transport);
      return transport;
    } catch (error) {
      await upstream.end();
      throw error;
    }
  };

  /** The client ended it, or forgot it. */
  const end = async (id: string): Promise<void> => {
    const session = sessions.get(id);
    if (session === undefined || !sessions.delete(id)) return;
    session.fenced.abort();
    await session.upstream.end();
    await report(id, session.caller, 'expired', session.upstream).catch(() => undefined);
  };

  /** Ends what is under way on a session. It stays, so that its client is told why. */
  const fence = (session: OpenSession): void => {
    if (session.fenced.signal.aborted) return;
    session.fenced.abort();
    session.upstream.end().catch(() => undefined);
  };

  const seeAgain = async (id: string, session: OpenSession, now: number): Promise<void> => {
    if (now - session.usedAt > IDLE_MS) return end(id);
    const { usedAt, reportedAt, fenced, caller, upstream } = session;
    if (fenced.signal.aborted || usedAt < reportedAt || now - reportedAt < SEEN_AGAIN_MS) return;
    session.reportedAt = now;
    await report(id, caller, 'active', upstream);
  };

  return {
    open,
    /** The session of this caller with this server; nobody else's is there. */
    find: (id: string, caller: Caller, serverId: string): OpenSession | undefined => {
      const session = sessions.get(id);
      if (session?.caller !== caller || session.serverId !== serverId) return undefined;
      session.usedAt = performance.now();
      return session;
    },
    count: (): number => [...sessions.values()].filter(({ fenced }) => !fenced.signal.aborted).length,
    /** Cuts off whatever the feed revokes. */
    fenceRevoked: (): void => {
      for (const session of sessions.values())
        if (known.feed().covering(session.record) !== undefined) fence(session);
    },
    seeAllAgain: async (): Promise<void> => {
      const now = performance.now();
      for (const [id, session] of sessions) await seeAgain(id, session, now).catch(() => undefined);
    },
  };
};
export type Sessions = ReturnType<typeof makeSessions>;

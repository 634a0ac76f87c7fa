import { randomUUID } from 'node:crypto';
import type { GovgateClient } from '@govgate/client';
import type { Enforcer } from '@govgate/domain/gateway';
import { eventOf } from './event-stream.js';
import type { Exchange } from './exchange.js';
import { HttpUpstream } from './http-upstream.js';
import { isObject } from './rpc-message.js';
import type { Caller, Settings } from './settings.js';
import { StdioUpstream } from './stdio-upstream.js';
import type { Upstream } from './upstream.js';

const IDLE_MS = 15 * 60_000;
const SEEN_AGAIN_MS = 60_000;

/** A session of a client with one server. */
export interface Session {
  readonly id: string;
  readonly caller: Caller;
  readonly serverId: string;
  /** For the enforcer. */
  readonly who: {
    readonly clientSessionId: string;
    readonly serverId: string;
    readonly groups: readonly string[];
  };
  readonly upstream: Upstream;
  /** Of its tools as the server gave them to this session, by their names. */
  readonly definitionHashes: Map<string, string>;
  readonly exchanges: Set<Exchange>;
  usedAt: number;
  reportedAt: number;
}

/** The sessions of this gateway. Each one is reported to govgate before anything is called on it. */
export const makeSessions = (govgate: GovgateClient, enforcer: Enforcer, settings: Settings) => {
  const sessions = new Map<string, Session>();
  /** Of callers that name no session, as from revision 2026-07-28 on: one for each caller and server. */
  const unnamed = new Map<string, Promise<Session>>();
  const prefix = `cs_${settings.data_plane_id}_`;

  const report = async ({ id, caller, upstream }: Session, state: 'active' | 'expired'): Promise<void> => {
    const { user_id, agent_id = null, client_surface_id = null, credential_binding_ids = [] } = caller;
    const backend_session_ids = upstream.sessionId === undefined ? [] : [upstream.sessionId];
    const held = { backend_session_ids, credential_binding_ids: [...credential_binding_ids] };
    const body = { user_id, agent_id, client_surface_id, state, ...held };
    await govgate.reportSession({ client_session_id: id, body });
  };

  /** Of a session that govgate has ended nothing is reported: that would be refused, and recorded as a failure. */
  const reportAgain = async (session: Session, state: 'active' | 'expired'): Promise<void> => {
    const known = await govgate.readSession({ client_session_id: session.id });
    if (known.state !== 'terminated' && known.state !== 'expired') await report(session, state);
  };

  const prepare = (caller: Caller, serverId: string): Session => {
    const place = settings.servers[serverId] as Settings['servers'][string];
    const id = `${prefix}${randomUUID()}`;
    return {
      id,
      caller,
      serverId,
      who: { clientSessionId: id, serverId, groups: caller.groups ?? [] },
      upstream: typeof place === 'string' ? new HttpUpstream(place) : new StdioUpstream(place),
      definitionHashes: new Map(),
      exchanges: new Set(),
      usedAt: performance.now(),
      reportedAt: performance.now(),
    };
  };

  const open = async (session: Session): Promise<Session> => {
    try {
      await report(session, 'active');
    } catch (error) {
      session.upstream.end();
      throw error;
    }
    sessions.set(session.id, session);
    return session;
  };

  /** The client ended it, or forgot it. */
  const end = async (session: Session): Promise<void> => {
    if (!sessions.delete(session.id)) return;
    for (const [key, one] of unnamed) if ((await one) === session) unnamed.delete(key);
    for (const exchange of session.exchanges) exchange.cut('session_ended');
    session.upstream.end();
    await reportAgain(session, 'expired').catch(() => undefined);
  };

  const seeAgain = async (session: Session, now: number): Promise<void> => {
    const { usedAt, reportedAt, exchanges } = session;
    if (exchanges.size === 0 && now - usedAt > IDLE_MS) return end(session);
    if (usedAt < reportedAt || now - reportedAt < SEEN_AGAIN_MS) return;
    session.reportedAt = now;
    await reportAgain(session, 'active');
  };

  return {
    prepare,
    open,
    end,
    /** The session of this caller with this server; nobody else's is there. */
    find: (id: string, caller: Caller, serverId: string): Session | undefined => {
      const session = sessions.get(id);
      return session?.caller === caller && session.serverId === serverId ? session : undefined;
    },
    /** The one session of a caller that names none. Once ended it stays so until it is forgotten. */
    unnamedOf: (caller: Caller, serverId: string): Promise<Session> => {
      const key = JSON.stringify([caller.token_sha256, serverId]);
      const opened = unnamed.get(key) ?? open(prepare(caller, serverId));
      unnamed.set(key, opened);
      opened.catch(() => unnamed.delete(key));
      return opened;
    },
    count: (): number => sessions.size,
    /** Cuts off what is under way on sessions that may not go on. They stay, so that their clients are told why. */
    cutRevoked: async (): Promise<void> => {
      const cut = async ({ id, exchanges }: Session): Promise<void> => {
        const decision = await enforcer.decideSession(id);
        if (!decision.allowed) for (const exchange of exchanges) exchange.cut(decision.reasonCode);
      };
      await Promise.all([...sessions.values()].map(cut));
    },
    /** Tells clients that listen that they may list other tools now. */
    tellListChanged: async (): Promise<void> => {
      for (const { exchanges } of sessions.values())
        for (const exchange of exchanges) {
          const json = listChangedFor(exchange);
          if (json !== undefined) await exchange.send(eventOf(json));
        }
    },
    seeAllAgain: async (): Promise<void> => {
      const now = performance.now();
      for (const session of sessions.values()) await seeAgain(session, now).catch(() => undefined);
    },
    endAll: async (): Promise<void> => {
      await Promise.all([...sessions.values()].map(end));
    },
    /** Ends in govgate what an earlier process of this gateway left. */
    endEarlier: async (): Promise<void> => {
      const left = [];
      for await (const one of govgate.listSessions.items({ q: prefix, state: 'active' }))
        if (one.client_session_id.startsWith(prefix)) left.push(one);
      for (const { client_session_id, user_id, agent_id, client_surface_id, ...held } of left) {
        const { backend_session_ids, credential_binding_ids } = held;
        const who = { user_id, agent_id, client_surface_id, backend_session_ids, credential_binding_ids };
        await govgate.reportSession({ client_session_id, body: { ...who, state: 'expired' } });
      }
    },
  };
};
export type Sessions = ReturnType<typeof makeSessions>;

/** What a client that listens is told, in the form of its revision. */
const listChangedFor = ({ isStream, request, message }: Exchange): string | undefined => {
  if (!isStream) return undefined;
  const notification = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
  if (request.method === 'GET') return JSON.stringify(notification);
  const { notifications } = message?.params ?? {};
  const wants = isObject(notifications) && notifications.toolsListChanged === true;
  if (message?.method !== 'subscriptions/listen' || !wants) return undefined;
  const _meta = { 'io.modelcontextprotocol/subscriptionId': message.id };
  return JSON.stringify({ ...notification, params: { _meta } });
};

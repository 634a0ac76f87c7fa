import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GovgateError } from '@govgate/client';
import { Exchange } from './exchange.js';
import type { FrontDoor, Visit } from './front-door.js';
import type { Gatekeeper } from './gatekeeper.js';
import { readMessage, refusal } from './rpc-message.js';
import type { Session, Sessions } from './sessions.js';
import type { Look } from './upstream.js';

const MOST_BYTES = 16 * 1024 * 1024;
const PARSE_ERROR = { parse_error: -32700, invalid_request: -32600 } as const;

export interface Parts {
  readonly frontDoor: FrontDoor;
  readonly sessions: Sessions;
  readonly mayPass: Gatekeeper;
  readonly lookOf: (session: Session) => Look;
}

/** Serves `/mcp/{server_id}`, MCP's Streamable HTTP. Gives its address. */
export const startEndpoint = (port: number, { frontDoor, sessions, mayPass, lookOf }: Parts) => {
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const visit = frontDoor(request, response);
    if (visit === undefined) return;
    const body = await bodyOf(request);
    if (body === undefined) return refuse(response, 413, refusal(null, 'body_too_large'));
    const message = request.method === 'POST' ? readMessage(body.toString('utf8')) : undefined;
    if (typeof message === 'string')
      return refuse(response, 400, refusal(null, message, PARSE_ERROR[message]));
    const exchange = new Exchange(request, response, body, message);
    const id = request.headers['mcp-session-id'];
    if (id === undefined && message?.method === 'initialize') return begin(exchange, visit);
    const session =
      typeof id === 'string'
        ? sessions.find(id, visit.caller, visit.serverId)
        : await sessions.unnamedOf(visit.caller, visit.serverId);
    if (session === undefined) return refuse(response, 404, refusal(message?.id, 'session_unknown'));
    await pass(exchange, session);
  };

  /** Opens a session: reported once the server has taken it, and before the client learns of it. */
  const begin = async (exchange: Exchange, { caller, serverId }: Visit): Promise<void> => {
    const session = sessions.prepare(caller, serverId);
    exchange.beforeHead = async (status) => {
      if (status !== 200) return {};
      await sessions.open(session);
      return { 'mcp-session-id': session.id };
    };
    await go(exchange, session);
  };

  const pass = async (exchange: Exchange, session: Session): Promise<void> => {
    const { request, message } = exchange;
    const denial = await mayPass(session, message ?? {}, request.headers);
    // Ending it and hearing why it has ended is open to whoever holds it.
    if (denial !== undefined && request.method !== 'DELETE') return exchange.cut(denial);
    if (exchange.signal.aborted) return;
    if (request.method === 'DELETE')
      exchange.beforeHead = async () => {
        session.exchanges.delete(exchange);
        await sessions.end(session);
        return {};
      };
    await go(exchange, session);
  };

  const go = async (exchange: Exchange, session: Session): Promise<void> => {
    session.usedAt = performance.now();
    session.exchanges.add(exchange);
    try {
      await session.upstream.pass(exchange, lookOf(session));
    } catch (error) {
      if (exchange.signal.aborted) return;
      if (!(error instanceof GovgateError)) console.error(`${session.serverId}: ${nameOf(error)}`);
      exchange.cut(error instanceof GovgateError ? error.reasonCode : 'unavailable');
    } finally {
      session.exchanges.delete(exchange);
    }
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error) => {
      const reason = error instanceof GovgateError ? error.reasonCode : 'unavailable';
      refuse(response, 503, refusal(null, reason));
    });
  });
  return new Promise<string>((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    });
  });
};

const nameOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';

const bodyOf = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += (part as Buffer).length;
    if (bytes > MOST_BYTES) return undefined;
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
};

const refuse = (response: ServerResponse, status: number, json: string): void => {
  if (response.headersSent) response.destroy();
  else response.writeHead(status, { 'content-type': 'application/json' }).end(json);
};

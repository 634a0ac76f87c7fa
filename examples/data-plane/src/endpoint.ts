import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import type { Sessions } from './sessions.js';
import type { Caller, Settings } from './settings.js';

const BODY_BYTES = 1_000_000;

/** Serves `/mcp/{server_id}`, MCP's Streamable HTTP, to the callers that the settings name. Gives its address. */
export const startEndpoint = (settings: Settings, sessions: Sessions): Promise<string> => {
  const server = createServer((request, response) => {
    handle(request, response).catch(() => refuse(response, 503, 'unavailable'));
  });

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const serverId = decodeURIComponent(/^\/mcp\/([^/?]+)$/.exec(request.url ?? '')?.[1] ?? '');
    const caller = callerOf(settings, request.headers.authorization);
    if (caller === undefined) return refuse(response, 401, 'unauthenticated');
    if (!Object.hasOwn(settings.servers, serverId)) return refuse(response, 404, 'server_unknown');
    const id = request.headers['mcp-session-id'];
    if (id === undefined) return begin(request, response, caller, serverId);
    const session = typeof id === 'string' ? sessions.find(id, caller, serverId) : undefined;
    if (session === undefined) return refuse(response, 404, 'session_unknown');
    await session.transport.handleRequest(request, response);
  };

  const begin = async (
    request: IncomingMessage,
    response: ServerResponse,
    caller: Caller,
    serverId: string,
  ): Promise<void> => {
    const body = request.method === 'POST' ? await bodyOf(request) : undefined;
    if (!isInitializeRequest(body)) return refuse(response, 400, 'session_required');
    const transport = await sessions.open(caller, serverId);
    await transport.handleRequest(request, response, body);
  };

  return new Promise((resolve) => {
    server.listen(settings.port, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : settings.port}`);
    });
  });
};

const callerOf = ({ callers }: Settings, authorization = ''): Caller | undefined => {
  const [, token] = /^Bearer (\S+)$/.exec(authorization) ?? [];
  if (token === undefined) return undefined;
  const hash = createHash('sha256').update(token).digest('hex');
  return callers.find(({ token_sha256 }) => token_sha256 === hash);
};

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += (part as Buffer).length;
    if (bytes > BODY_BYTES) return undefined;
    parts.push(part as Buffer);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    return undefined;
  }
};

const refuse = (response: ServerResponse, status: number, reason: string): void => {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
  });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32000, message: reason } }));
};

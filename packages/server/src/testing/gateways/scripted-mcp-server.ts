import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Listening, listenOnLoopback } from './live-mcp-server.js';

export interface Received {
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Answer = (message: { id?: unknown; method?: string }, response: ServerResponse, sent: Received) => void;

/** An MCP server that answers byte for byte what a test says; all else as a server with sessions and the given tools does. */
export interface ScriptedMcpServer extends Listening {
  tools: object[];
  /** By method of JSON-RPC, or of HTTP where it is not POST. */
  answers: Record<string, Answer>;
  /** What it received, since this was last emptied. */
  received: Received[];
}

export const json = (response: ServerResponse, text: string, headers: Record<string, string> = {}): void => {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(text);
};

/** Begins a stream of events, which the test writes. */
export const stream = (response: ServerResponse): ServerResponse => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  return response;
};

export const startScriptedMcpServer = async (tools: object[]): Promise<ScriptedMcpServer> => {
  const server: Omit<ScriptedMcpServer, keyof Listening> = { tools, answers: {}, received: [] };
  const standard: Record<string, Answer> = {
    initialize: ({ id }, response) =>
      json(
        response,
        JSON.stringify({
          jsonrpc: '2.0',
          id,
          result: {
            protocolVersion: '2025-11-25',
            capabilities: { tools: {}, prompts: {}, resources: { subscribe: true }, completions: {} },
            serverInfo: { name: 'scripted', version: '1' },
          },
        }),
        { 'mcp-session-id': 'upstream-session' },
      ),
    'tools/list': ({ id }, response) =>
      json(response, JSON.stringify({ jsonrpc: '2.0', id, result: { tools: server.tools } })),
    'server/discover': ({ id }, response) =>
      json(response, JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'unknown' } })),
    GET: (_, response) => void stream(response),
  };
  const listening = await listenOnLoopback(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString('utf8');
    const sent = { method: request.method ?? '', headers: request.headers, body };
    server.received.push(sent);
    const message = body === '' ? {} : JSON.parse(body);
    const name = request.method === 'POST' ? message.method : request.method;
    const answer = server.answers[name] ?? standard[name];
    if (answer !== undefined) return answer(message, response, sent);
    if (message.id === undefined || message.method === undefined) response.writeHead(202).end();
    else json(response, JSON.stringify({ jsonrpc: '2.0', id: message.id, result: {} }));
  });
  return Object.assign(server, listening);
};

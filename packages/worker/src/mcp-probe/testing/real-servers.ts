import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { McpServer as OldMcpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type LoopbackServer, startHttp } from '../../egress/testing/loopback-server.js';

/** A server built with the published SDKs, with the HTTP methods it saw and the sessions it still holds. */
export interface RealServer extends LoopbackServer {
  readonly methods: readonly string[];
  openSessions(): number;
}

const TOOLS = [
  { name: 'read_file', hints: { readOnlyHint: true } },
  { name: 'write_file', hints: { destructiveHint: true } },
] as const;

/** The older SDK with sessions. */
export const startStateful = (json: boolean): Promise<RealServer> => {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const newTransport = async (): Promise<StreamableHTTPServerTransport> => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: json,
      onsessioninitialized: (id) => {
        sessions.set(id, transport);
      },
      onsessionclosed: (id) => {
        sessions.delete(id);
      },
    });
    await newOldServer().connect(transport as Parameters<OldMcpServer['connect']>[0]);
    return transport;
  };
  return watched(
    async (request, response) => {
      const id = request.headers['mcp-session-id'];
      const transport = (typeof id === 'string' && sessions.get(id)) || (await newTransport());
      await transport.handleRequest(request, response);
    },
    () => sessions.size,
  );
};

/** The older SDK without sessions: a server for each request. */
export const startStateless = (json: boolean): Promise<RealServer> =>
  watched(async (request, response) => {
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: json });
    await newOldServer().connect(transport as Parameters<OldMcpServer['connect']>[0]);
    await transport.handleRequest(request, response);
  });

/** The SDK of the modern era; `stateless` serves the older handshake on the same address as well. */
export const startModern = (
  responseMode: 'json' | 'sse' | 'auto',
  legacy: 'stateless' | 'reject',
): Promise<RealServer> => {
  const handler = createMcpHandler(
    () => {
      const server = new McpServer({ name: 'a-test-backend', version: '2.0.0' });
      addTools(server as never);
      return server;
    },
    { responseMode, legacy },
  );
  const handle = toNodeHandler(handler);
  return watched(async (request, response) => handle(request as Parameters<typeof handle>[0], response));
};

const addTools = (server: { registerTool: OldMcpServer['registerTool'] }): void => {
  for (const { name, hints } of TOOLS)
    server.registerTool(
      name,
      { description: `The tool ${name}.`, inputSchema: { path: z.string() }, annotations: hints },
      async () => ({ content: [] }),
    );
};

const newOldServer = (): OldMcpServer => {
  const server = new OldMcpServer({ name: 'a-test-backend', version: '1.0.0' });
  addTools(server);
  return server;
};

const watched = async (
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>,
  openSessions = (): number => 0,
): Promise<RealServer> => {
  const methods: string[] = [];
  const server = await startHttp((request, response) => {
    methods.push(request.method ?? '');
    handle(request, response).catch(() => response.destroy());
  });
  return { ...server, methods, openSessions };
};

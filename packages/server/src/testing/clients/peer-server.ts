import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { McpServer as OldMcpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type Listening, listenOnLoopback } from '../gateways/live-mcp-server.js';

/** A description with what Python takes for the end of a line. */
export const DESCRIPTION = 'Says it\u2028again';
/** In characters: more than the pieces that any client reads at once. */
export const LARGE = 900_000;
export const TOOLS = ['echo', 'extra', 'forbidden', 'large', 'slow'];

const ABOUT = { name: 'peers', version: '1.0.0' };

/** What both SDKs tell a handler, each in its own place. */
interface Extra {
  readonly _meta?: { readonly progressToken?: string | number };
  readonly sendNotification?: (notification: object) => Promise<void>;
  readonly mcpReq?: {
    readonly _meta?: Extra['_meta'];
    readonly notify: (notification: object) => Promise<void>;
  };
}

const text = (said: string) => ({ content: [{ type: 'text' as const, text: said }] });

const report = async (extra: Extra): Promise<void> => {
  const notify = extra.mcpReq?.notify ?? extra.sendNotification;
  const progressToken = (extra.mcpReq ?? extra)._meta?.progressToken;
  if (progressToken === undefined) return;
  for (const progress of [1, 2, 3])
    await notify?.({ method: 'notifications/progress', params: { progressToken, progress, total: 3 } });
};

const filled = <T>(server: T): T => {
  const { registerTool, registerResource, registerPrompt } = server as unknown as OldMcpServer;
  const [tool, resource, prompt] = [registerTool, registerResource, registerPrompt].map((f) =>
    (f as (...args: unknown[]) => unknown).bind(server),
  ) as [OldMcpServer['registerTool'], OldMcpServer['registerResource'], OldMcpServer['registerPrompt']];
  const says = { description: DESCRIPTION, inputSchema: { message: z.string() } };
  tool('echo', says, async ({ message }) => text(message));
  tool('large', { description: 'A large answer' }, async () => text('x'.repeat(LARGE)));
  tool('slow', { description: 'Reports progress' }, async (extra) => {
    await report(extra as Extra);
    return text('done');
  });
  tool('forbidden', { description: 'Not to be called' }, async () => text('called'));
  tool('extra', { description: 'Comes and goes' }, async () => text('called'));
  resource('one', 'note://one', {}, async () => ({ contents: [{ uri: 'note://one', text: 'a note' }] }));
  prompt('greet', { argsSchema: { name: z.string() } }, async ({ name }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Greet ${name}` } }],
  }));
  return server;
};

const modern = (): ((request: IncomingMessage, response: ServerResponse) => unknown) =>
  toNodeHandler(
    createMcpHandler(() => filled(new McpServer(ABOUT)), { responseMode: 'auto', legacy: 'reject' }),
  ) as never;

const older = () => {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const id = request.headers['mcp-session-id'];
    let transport = typeof id === 'string' ? sessions.get(id) : undefined;
    if (transport === undefined) {
      const opened = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (given) => void sessions.set(given, opened),
      });
      await filled(new OldMcpServer(ABOUT)).connect(opened as Parameters<OldMcpServer['connect']>[0]);
      transport = opened;
    }
    await transport.handleRequest(request, response);
  };
};

/** A server with something of everything, of the current era of the protocol or of the older one. */
export const startPeerServer = (era: 'modern' | 'older'): Promise<Listening> => {
  const handle = era === 'modern' ? modern() : older();
  return listenOnLoopback((request, response) => {
    Promise.resolve(handle(request, response)).catch(() => response.destroy());
  });
};

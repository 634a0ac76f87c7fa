import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { McpServer as OldMcpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** A server on the loopback interface. */
export interface Listening {
  readonly url: string;
  close(): Promise<void>;
}

/** An MCP server made with the published SDKs, which says what it is configured to say. */
export interface LiveMcpServer extends Listening {
  /** What it says about each of its tools. */
  descriptions: Record<string, string>;
  instructions: string;
  readonly reads: () => number;
}

export const listenOnLoopback = async (listener: RequestListener): Promise<Listening> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** Starts a server of the current era of the protocol, or of the older one. */
export const startLiveMcpServer = async (era: 'modern' | 'older'): Promise<LiveMcpServer> => {
  const says = {
    descriptions: { find_ticket: 'Finds a ticket', close_ticket: 'Closes a ticket' },
    instructions: 'Be kind',
  };
  let reads = 0;
  const addTools = (server: { registerTool: OldMcpServer['registerTool'] }): void => {
    for (const [name, description] of Object.entries(says.descriptions))
      server.registerTool(
        name,
        { description, inputSchema: { ticket_id: z.string() }, annotations: { readOnlyHint: true } },
        async () => ({ content: [{ type: 'text', text: `did ${name}` }] }),
      );
  };
  const about = { name: 'tickets', version: '1.0.0' };
  const modern = toNodeHandler(
    createMcpHandler(
      () => {
        const server = new McpServer(about, { instructions: says.instructions });
        addTools(server as never);
        return server;
      },
      { responseMode: 'auto', legacy: 'reject' },
    ),
  );
  const older = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const server = new OldMcpServer(about, { instructions: says.instructions });
    addTools(server);
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: false });
    await server.connect(transport as Parameters<OldMcpServer['connect']>[0]);
    await transport.handleRequest(request, response);
  };
  const listening = await listenOnLoopback((request, response) => {
    reads += 1;
    const handled =
      era === 'older' ? older(request, response) : modern(request as Parameters<typeof modern>[0], response);
    Promise.resolve(handled).catch(() => response.destroy());
  });
  return Object.assign(says, { ...listening, reads: () => reads });
};

import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { connectSdk } from '../mcp-client.js';

export type Headers = Readonly<Record<string, string>>;

/** The official client through a gateway: the names of the tools, or what a call gives. */
export interface Caller {
  /** Of the MCP server. */
  readonly sessionId: string;
  tools(): Promise<number>;
  call(name: string, args?: Record<string, unknown>): Promise<string>;
  close(): Promise<void>;
}

export const connectThrough = async (url: string, headers: Headers): Promise<Caller> => {
  const { client, transport } = await connectSdk(url, headers);
  return {
    sessionId: transport.sessionId ?? '',
    tools: async () => (await client.listTools()).tools.length,
    call: async (name, args = {}) => {
      const called = await client.callTool({ name, arguments: args }).catch(denialOf);
      if (typeof called === 'string') return called;
      return (called.content as { text?: string }[])[0]?.text ?? '';
    },
    close: () => client.close(),
  };
};

/** The status of a denial and its reason, as the client sees it. */
const denialOf = (fault: unknown): string => {
  if (!(fault instanceof StreamableHTTPError)) throw fault;
  const reason = /"(?:reason_code|reasonCode)":"(\w+)"/.exec(fault.message)?.[1] ?? '';
  const asks = fault.message.includes('"access_request"') ? ', may be asked for' : '';
  return `${fault.code} ${reason}${asks}`.trim();
};

/** The status of an HTTP request as it is written here. */
export const statusOf = async (
  url: string,
  headers: Headers,
  init: RequestInit & { readonly duplex?: 'half' } = {},
): Promise<string> => {
  const answer = await fetch(url, {
    ...init,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
      ...init.headers,
    },
    signal: AbortSignal.timeout(30_000),
  });
  await answer.text();
  return String(answer.status);
};

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';

/** A client of a gateway, built on the official SDK. */
export interface McpClient {
  /** Its session's id in govgate, where the gateway reports sessions. */
  readonly sessionId: string;
  tools(): Promise<readonly string[]>;
  /** The outcome of a call: the text of an allowed one, `denied` and the reason, or `error` and what the server says itself. */
  call(name: string, args?: Record<string, unknown>): Promise<string>;
  end(): Promise<void>;
}

/** The official client, connected to an address. */
export const connectSdk = async (address: string, headers: Readonly<Record<string, string>>) => {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } });
  // The SDK's own class does not match its interface under exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return { client, transport };
};

export const connectMcpClient = async (address: string, token: string): Promise<McpClient> => {
  const { client, transport } = await connectSdk(address, { authorization: `Bearer ${token}` });
  return {
    sessionId: transport.sessionId ?? '',
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args = {}) => {
      const called = await client.callTool({ name, arguments: args }).catch(denialOf);
      if (typeof called === 'string') return called;
      const { isError, content, _meta } = called;
      const [first] = content as { text?: string }[];
      const text = first?.text ?? '';
      if (isError !== true) return text;
      const reason = _meta?.['govgate/reason_code'];
      return reason === undefined ? `error: ${text}` : `denied ${reason}`;
    },
    end: async () => {
      await transport.terminateSession();
      await client.close();
    },
  };
};

/** What the client says where no answer came. */
const UNANSWERED: readonly number[] = [ErrorCode.ConnectionClosed, ErrorCode.RequestTimeout];

/** The gateway in TypeScript denies by an error, the one over AuthZEN by a result. */
const denialOf = (error: unknown): string => {
  const reason =
    error instanceof McpError ? (error.data as { reason_code?: unknown })?.reason_code : undefined;
  if (reason !== undefined) return `denied ${reason}`;
  if (error instanceof McpError && !UNANSWERED.includes(error.code)) return `error: ${error.message}`;
  throw error;
};

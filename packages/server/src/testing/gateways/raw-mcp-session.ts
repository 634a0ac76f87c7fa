import { CLIENT_TOKENS } from './gateway-bench.js';

/** A session with a gateway over bare HTTP, so that the gateway is measured and not its client. */
export interface RawMcpSession {
  readonly id: string;
  /** Null for a call that was made, else why it was denied. */
  echo(): Promise<string | null>;
  end(): Promise<void>;
}

export const openRawSession = async (
  address: string,
  token: string = CLIENT_TOKENS.bob,
): Promise<RawMcpSession> => {
  let id = '';
  const send = async (method: string, params: object): Promise<Response> => {
    const answer = await fetch(address, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(id === '' ? {} : { 'mcp-session-id': id, 'mcp-protocol-version': '2025-06-18' }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    if (answer.status !== 200) throw new Error(`${method}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const clientInfo = { name: 'raw', version: '1.0.0' };
  const opened = await send('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  await opened.text();
  id = opened.headers.get('mcp-session-id') ?? '';
  return {
    id,
    echo: async () => {
      const text = await (await send('tools/call', { name: 'echo', arguments: { message: 'hello' } })).text();
      const [, data] = /^data: (.*)$/m.exec(text) ?? [];
      const { result, error } = JSON.parse(data ?? text);
      if (error !== undefined) return error.data.reason_code;
      return result.isError === true ? 'failed' : null;
    },
    end: async () => {
      const headers = { authorization: `Bearer ${token}`, 'mcp-session-id': id };
      await (await fetch(address, { method: 'DELETE', headers })).text();
    },
  };
};

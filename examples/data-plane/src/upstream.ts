import type { IncomingHttpHeaders } from 'node:http';
import type { Exchange } from './exchange.js';
import type { RpcMessage } from './rpc-message.js';

/** What an upstream says, before it goes on to the client: the text to send, which is the same one unless something had to be changed. */
export type Look = (json: string, request: RpcMessage | undefined) => Promise<string>;

/** A session's way to its MCP server. */
export interface Upstream {
  /** The session's id at the server, once the server gave one. */
  readonly sessionId: string | undefined;
  /** Passes a client's request on, and the answer back. */
  pass(exchange: Exchange, look: Look): Promise<void>;
  /** Asks something of the gateway's own, as the client with these headers would. */
  ask(message: RpcMessage, like: IncomingHttpHeaders): Promise<RpcMessage>;
  /** Ends the session at the server. */
  end(): void;
}

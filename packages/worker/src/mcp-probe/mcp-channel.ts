import type { Json } from '@govgate/domain';
import type { Egress, EgressFailure, EgressResult } from '../egress/egress.js';
import type { RpcResponse } from './json-rpc.js';
import { SESSION_HEADER } from './protocol.js';
import { makeReplyReader } from './reply-reader.js';

/** The outcome of a message: an answer with its status and the response in it, if any; or no answer. */
export type McpReply =
  | {
      readonly answered: true;
      readonly status: number;
      readonly response: RpcResponse | undefined;
      /** Whether the body was cut off at the limit. */
      readonly oversized: boolean;
      /** Length of the body, as far as it was read. */
      readonly bytes: number;
      /** The session id in the answer. */
      readonly sessionId: string | undefined;
    }
  | { readonly answered: false; readonly failure: EgressFailure };

export interface McpMessage {
  readonly method: string;
  readonly params?: { readonly [key: string]: Json };
  readonly headers?: Readonly<Record<string, string>>;
  readonly maxBodyBytes?: number;
  /** Whether servers leave it unanswered that do not know it, as some do: then it is waited for only so long. */
  readonly mayGoUnanswered?: boolean;
}

/** The connection to one MCP server for one conversation, under one time limit. */
export interface McpChannel {
  request(message: McpMessage): Promise<McpReply>;
  notify(message: McpMessage): Promise<McpReply>;
  /** Ends every session the server assigned, whichever message it came with. */
  endSessions(headers: Readonly<Record<string, string>>): Promise<void>;
}

export interface McpChannelLimits {
  readonly conversationMs: number;
  /** Extra time for ending sessions, which must not be left behind when the limit is reached. */
  readonly endMs: number;
}

const UNANSWERED_MS = 5_000;

// A server that assigns a session with every answer gets no more than this many deletions.
const MAX_SESSIONS = 4;

/** Where a server is called, with what every message to it carries. */
export interface McpEndpoint {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export const makeMcpChannel = (
  egress: Egress,
  { url, headers: ownHeaders }: McpEndpoint,
  limits: McpChannelLimits,
): McpChannel => {
  const startedAt = performance.now();
  const sessions = new Set<string>();
  let lastId = 0;

  const post = async (message: McpMessage, id: number | undefined): Promise<McpReply> => {
    const reader = makeReplyReader(id ?? -1);
    const leftMs = Math.max(1, limits.conversationMs - (performance.now() - startedAt));
    const result = await egress.request({
      ...posted({ ...message, headers: { ...ownHeaders, ...message.headers } }, id),
      url,
      ...(id === undefined ? {} : { readBody: reader.read }),
      limits: requestLimits(message, leftMs),
    });
    const sessionId = sessionOf(result);
    if (sessionId !== undefined && sessions.size < MAX_SESSIONS) sessions.add(sessionId);
    return replyOf(result, reader, sessionId);
  };

  const end = (id: string, headers: Readonly<Record<string, string>>) =>
    egress.request({
      url,
      method: 'DELETE',
      headers: { ...ownHeaders, ...headers, [SESSION_HEADER]: id },
      limits: { timeoutMs: limits.endMs },
    });

  return {
    request: (message) => {
      lastId += 1;
      return post(message, lastId);
    },
    notify: (message) => post(message, undefined),
    endSessions: async (headers) => void (await Promise.all([...sessions].map((id) => end(id, headers)))),
  };
};

const sessionOf = ({ head }: EgressResult): string | undefined => head?.headers[SESSION_HEADER] || undefined;

const requestLimits = ({ mayGoUnanswered, maxBodyBytes }: McpMessage, leftMs: number) => ({
  timeoutMs: mayGoUnanswered ? Math.min(UNANSWERED_MS, leftMs / 2) : leftMs,
  ...(maxBodyBytes === undefined ? {} : { maxBodyBytes }),
});

const replyOf = (
  result: EgressResult,
  reader: ReturnType<typeof makeReplyReader>,
  sessionId: string | undefined,
): McpReply => {
  if (!result.ok) return { answered: false, failure: result.failure };
  return {
    answered: true,
    status: result.head.status,
    response: reader.response(),
    oversized: result.body === 'too_large',
    bytes: reader.bytes(),
    sessionId,
  };
};

const posted = ({ method, params, headers }: McpMessage, id: number | undefined) => ({
  method: 'POST' as const,
  headers: {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...headers,
  },
  body: JSON.stringify({
    jsonrpc: '2.0',
    ...(id === undefined ? {} : { id }),
    method,
    ...(params && { params }),
  }),
  responseHeaders: ['content-type', SESSION_HEADER],
});

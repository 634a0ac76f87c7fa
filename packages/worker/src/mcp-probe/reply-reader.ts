import { createParser } from 'eventsource-parser';
import type { BodyReader, EgressHead } from '../egress/egress.js';
import { type RpcResponse, readRpcResponse } from './json-rpc.js';

/** Extracts the response to one request from a body, JSON or an event stream, and keeps nothing else. */
export interface ReplyReader {
  readonly read: BodyReader;
  /** The response, once the body has ended or the reader had enough. */
  readonly response: () => RpcResponse | undefined;
  /** How many bytes came. */
  readonly bytes: () => number;
}

export const makeReplyReader = (id: number): ReplyReader => {
  const decoder = new TextDecoder();
  let json = '';
  let bytes = 0;
  let found: RpcResponse | undefined;
  const events = createParser({
    onEvent: ({ data }) => {
      found ??= readRpcResponse(data, id);
    },
  });

  const readEvents = (text: string): 'more' | 'enough' => {
    events.feed(text);
    // A server may keep its stream open; nothing after the response matters.
    return found === undefined ? 'more' : 'enough';
  };

  return {
    read: (chunk, head) => {
      bytes += chunk.length;
      const text = decoder.decode(chunk, { stream: true });
      const type = mediaType(head);
      if (type === 'text/event-stream') return readEvents(text);
      if (type !== 'application/json') return 'enough';
      json += text;
      return 'more';
    },
    response: () => found ?? readRpcResponse(json, id),
    bytes: () => bytes,
  };
};

const mediaType = (head: EgressHead): string =>
  (head.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { dataOf, eventsOf, isOdd, linesOf, withData } from './event-stream.js';
import type { Exchange } from './exchange.js';
import type { RpcMessage } from './rpc-message.js';
import type { Look, Upstream } from './upstream.js';

/** What belongs to one connection, to the gateway's own session, or to the client's token for the gateway. */
const OWN_HEADERS =
  /^(host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|proxy-.*|content-length|content-encoding|accept-encoding|authorization|www-authenticate|cookie|set-cookie|origin|mcp-session-id)$/;
const SESSION_ID = 'mcp-session-id';
/** Answers that must be read as a whole. */
const MOST_BYTES = 64 * 1024 * 1024;

const onward = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.test(name)));

/** An MCP server that listens for Streamable HTTP. */
export class HttpUpstream implements Upstream {
  sessionId: string | undefined;
  #isEnded = false;

  constructor(private readonly address: string) {}

  async pass(exchange: Exchange, look: Look): Promise<void> {
    const { request, body, signal } = exchange;
    const answer = await this.#send(request.method ?? 'GET', request.headers, body, signal);
    const type = answer.headers['content-type'] ?? '';
    const [isStream, isJson] = [type.includes('text/event-stream'), type.includes('json')];
    if (isStream && isJson) throw new Error('the answer is of two types');
    if (isStream) return passParts(eventsOf(answer), exchange, { answer, look, dataOf, withData });
    // Some servers write several messages as JSON, one a line; to a listener without an end.
    if (isJson && exchange.message?.method === 'subscriptions/listen')
      return passParts(linesOf(answer), exchange, { answer, look, dataOf: trimmed, withData: lineWith });
    return passWhole(answer, exchange, isJson ? look : undefined);
  }

  async ask(message: RpcMessage, like: IncomingHttpHeaders): Promise<RpcMessage> {
    const { 'mcp-name': _, 'mcp-method': method, 'last-event-id': __, ...others } = like;
    const headers = { ...others, ...(method === undefined ? {} : { 'mcp-method': message.method }) };
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    const answer = await this.#send('POST', headers, body, AbortSignal.timeout(30_000));
    if (!answer.headers['content-type']?.startsWith('text/event-stream'))
      return JSON.parse((await wholeOf(answer)).toString('utf8'));
    for await (const event of eventsOf(answer)) {
      const json = dataOf(event);
      const said: RpcMessage | undefined = json === '' ? undefined : JSON.parse(json);
      if (said?.id === message.id && said?.method === undefined) return said as RpcMessage;
    }
    throw new Error('the server ended its answer early');
  }

  end(): void {
    if (this.sessionId !== undefined && !this.#isEnded)
      this.#send('DELETE', {}, Buffer.alloc(0), AbortSignal.timeout(5_000)).then(
        (answer) => answer.resume(),
        () => undefined,
      );
  }

  #send(
    method: string,
    headers: IncomingHttpHeaders,
    body: Buffer,
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    if (method === 'DELETE') this.#isEnded = true;
    const url = new URL(this.address);
    const isTls = url.protocol === 'https:';
    const options = {
      method,
      signal,
      headers: {
        ...onward(headers),
        ...(this.sessionId === undefined ? {} : { [SESSION_ID]: this.sessionId }),
        ...(method === 'POST' ? { 'content-length': body.length } : {}),
      },
    };
    return new Promise((resolve, reject) => {
      const sent = (isTls ? httpsRequest : httpRequest)(url, options, (answer) => {
        const given = answer.headers[SESSION_ID];
        if (typeof given === 'string') this.sessionId = given;
        resolve(answer);
      });
      sent.once('error', reject).end(body);
    });
  }
}

const trimmed = (line: string): string => line.trim();
const lineWith = (_: string, json: string): string => `${json}\n`;

interface Form {
  readonly answer: IncomingMessage;
  readonly look: Look;
  readonly dataOf: (part: string) => string;
  readonly withData: (part: string, json: string) => string;
}

const passParts = async (
  parts: AsyncIterable<string>,
  exchange: Exchange,
  { answer, look, dataOf, withData }: Form,
): Promise<void> => {
  await exchange.begin(answer.statusCode ?? 502, onward(answer.headers));
  for await (const part of parts) {
    const json = dataOf(part);
    const looked = json === '' ? json : await look(json, exchange.message);
    await exchange.send(looked === json && !isOdd(part) ? part : withData(part, looked));
  }
  exchange.response.end();
};

const passWhole = async (
  answer: IncomingMessage,
  exchange: Exchange,
  look: Look | undefined,
): Promise<void> => {
  const bytes = await wholeOf(answer);
  const json = bytes.toString('utf8');
  const parts = isJson(json) ? [json] : json.split('\n');
  const lookAt = (part: string) =>
    look === undefined || part.trim() === '' ? part : look(part, exchange.message);
  const looked = (await Promise.all(parts.map(lookAt))).join('\n');
  const sent = looked === json ? bytes : Buffer.from(looked);
  // 202 and 204 have no body, and say so by having no length.
  const length = sent.length === 0 ? {} : { 'content-length': sent.length };
  await exchange.begin(answer.statusCode ?? 502, { ...onward(answer.headers), ...length });
  exchange.response.end(sent);
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const wholeOf = async (answer: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer) {
    bytes += (part as Buffer).length;
    if (bytes > MOST_BYTES) throw new Error('the answer is too long');
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
};

import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { eventOf } from './event-stream.js';
import { type RpcMessage, refusal } from './rpc-message.js';

export const JSON_TYPE = { 'content-type': 'application/json' };
export const EVENT_STREAM = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' };

/** One HTTP request of a client with its answer, which ends early where the session does. */
export class Exchange {
  readonly #ended = new AbortController();
  /** Whether events are being sent. */
  isStream = false;
  /** Runs before the answer begins, and adds to its headers. */
  beforeHead: (status: number) => Promise<OutgoingHttpHeaders> = async () => ({});

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    readonly body: Buffer,
    /** Undefined for GET and DELETE. */
    readonly message: RpcMessage | undefined,
  ) {
    response.once('close', () => this.#ended.abort());
  }

  /** Aborted when nobody waits for the answer any more. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  async begin(status: number, headers: OutgoingHttpHeaders): Promise<void> {
    const added = await this.beforeHead(status);
    this.isStream = status === 200 && String(headers['content-type']).includes('text/event-stream');
    if (!this.response.destroyed) this.response.writeHead(status, { ...headers, ...added });
    this.response.flushHeaders();
  }

  /** Sends an event as it is, no faster than the client reads. */
  async send(event: string): Promise<void> {
    if (this.response.destroyed || this.response.write(event)) return;
    await new Promise<void>((resolve) => {
      this.response.once('drain', resolve);
      this.response.once('close', resolve);
    });
  }

  /** Sends a message before the answer. */
  async tell(json: string): Promise<void> {
    if (!this.response.headersSent) await this.begin(200, EVENT_STREAM);
    await this.send(eventOf(json));
  }

  /** Sends the answer: as JSON, unless something was told before. */
  async answer(json: string): Promise<void> {
    if (this.response.headersSent) {
      await this.send(eventOf(json));
      this.response.end();
      return;
    }
    await this.begin(200, { ...JSON_TYPE, 'content-length': Buffer.byteLength(json) });
    this.response.end(json);
  }

  /** Ends it, telling why where a request still waits for its answer. */
  cut(reasonCode: string): void {
    const { response, message } = this;
    if (response.writableEnded) return;
    const text = message?.method === undefined ? '' : refusal(message.id, reasonCode);
    if (!response.headersSent) response.writeHead(200, JSON_TYPE).end(text);
    else response.end(text === '' ? '' : eventOf(text));
    this.#ended.abort();
  }
}

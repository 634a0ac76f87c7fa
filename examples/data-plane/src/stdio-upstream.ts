import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { linesOf } from './event-stream.js';
import { EVENT_STREAM, type Exchange } from './exchange.js';
import { isObject, type RpcMessage } from './rpc-message.js';
import type { ServerPlace } from './settings.js';
import type { Look, Upstream } from './upstream.js';

/** What a server said while nobody listened. */
const MOST_KEPT = 100;

/** An MCP server in a process of its own for each session, which speaks over its standard input and output, a message a line. */
export class StdioUpstream implements Upstream {
  readonly sessionId = undefined;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<RpcMessage['id'], Exchange>();
  readonly #asked = new Map<RpcMessage['id'], (answer: RpcMessage) => void>();
  #kept: string[] = [];
  #listening: Exchange | undefined;
  #look: Look = async (json) => json;

  constructor({ command: [file, ...args], env = {} }: Exclude<ServerPlace, string>) {
    const { PATH, HOME } = process.env;
    this.#child = spawn(file, args, { env: { PATH, HOME, ...env }, stdio: ['pipe', 'pipe', 'ignore'] });
    this.#child.once('error', () => this.#close()).once('exit', () => this.#close());
    this.#child.stdin?.on('error', () => undefined);
    void this.#read(this.#child.stdout as Readable);
  }

  async pass(exchange: Exchange, look: Look): Promise<void> {
    this.#look = look;
    const { method } = exchange.request;
    if (method === 'GET') return this.#listen(exchange);
    if (method === 'DELETE') return this.#accept(exchange);
    const { message } = exchange;
    this.#assertRunning();
    if (message?.method === undefined || message.id === undefined) {
      this.#write(exchange.body.toString('utf8'));
      return this.#accept(exchange);
    }
    if (this.#waiting.has(message.id)) return exchange.cut('id_in_use');
    this.#waiting.set(message.id, exchange);
    exchange.signal.addEventListener('abort', () => this.#forget(message.id, exchange));
    this.#write(exchange.body.toString('utf8'));
    await new Promise((resolve) => exchange.response.once('close', resolve));
  }

  ask(message: RpcMessage): Promise<RpcMessage> {
    this.#assertRunning();
    return new Promise((resolve) => {
      this.#asked.set(message.id, resolve);
      this.#write(JSON.stringify({ jsonrpc: '2.0', ...message }));
    });
  }

  end(): void {
    this.#child.kill();
  }

  #assertRunning(): void {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null || this.#child.pid === undefined)
      throw new Error('the server has ended');
  }

  #write(json: string): void {
    (this.#child.stdin as Writable).write(`${json.replaceAll(/\s*[\r\n]\s*/g, ' ')}\n`);
  }

  async #accept(exchange: Exchange): Promise<void> {
    await exchange.begin(202, {});
    exchange.response.end();
  }

  async #listen(exchange: Exchange): Promise<void> {
    this.#listening?.response.end();
    this.#listening = exchange;
    await exchange.begin(200, EVENT_STREAM);
    for (const json of this.#kept.splice(0)) await exchange.tell(json);
    await new Promise((resolve) => exchange.response.once('close', resolve));
    if (this.#listening === exchange) this.#listening = undefined;
  }

  async #read(lines: Readable): Promise<void> {
    for await (const line of linesOf(lines)) {
      const json = line.trim();
      const message = messageIn(json);
      if (message !== undefined) await this.#take(json, message).catch(() => undefined);
    }
  }

  async #take(json: string, message: RpcMessage): Promise<void> {
    const isAnswer = message.method === undefined;
    const request = isAnswer ? this.#asked.get(message.id) : undefined;
    if (request !== undefined) {
      this.#asked.delete(message.id);
      return request(message);
    }
    const exchange = isAnswer ? this.#waiting.get(message.id) : this.#listenerFor(message);
    const looked = await this.#look(json, exchange?.message);
    if (isAnswer) {
      this.#waiting.delete(message.id);
      return exchange?.answer(looked);
    }
    if (exchange !== undefined) return exchange.tell(looked);
    if (this.#kept.push(looked) > MOST_KEPT) this.#kept.shift();
  }

  // The request that it is about, else the stream that the client keeps open for it, else any request.
  #listenerFor({ params }: RpcMessage): Exchange | undefined {
    const waiting = [...this.#waiting.values()];
    const token = params?.progressToken;
    const about = waiting.find(({ message }) => {
      const meta = message?.params?._meta;
      return token !== undefined && isObject(meta) && meta.progressToken === token;
    });
    return about ?? this.#listening ?? waiting.at(-1);
  }

  #forget(id: RpcMessage['id'], exchange: Exchange): void {
    if (this.#waiting.get(id) !== exchange) return;
    this.#waiting.delete(id);
    const params = { requestId: id, reason: 'nobody waits for it' };
    if (!exchange.response.writableFinished)
      this.#write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params }));
  }

  #close(): void {
    for (const exchange of this.#waiting.values()) exchange.cut('unavailable');
    this.#listening?.response.end();
    for (const resolve of this.#asked.values()) resolve({});
  }
}

const messageIn = (json: string): RpcMessage | undefined => {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

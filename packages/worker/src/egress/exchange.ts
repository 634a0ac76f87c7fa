import type { Dispatcher } from 'undici';
import type { BodyEnd, EgressFailure, EgressHead, EgressRequest, EgressResult } from './egress.js';
import { EgressStop, failureOf } from './failure-of.js';

const MAX_BODY_BYTES = 65_536;
const MAX_HEADERS = 100;
const MAX_INTERIM_HEADS = 8;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** One request and its answer: settles once, enforces the limits, and buffers no body. Undici calls the `on…` methods. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly result: Promise<EgressResult>;
  #settle: (result: EgressResult) => void = () => {};
  #settled = false;
  #controller: Dispatcher.DispatchController | undefined;
  #head: EgressHead | undefined;
  #interimHeads = 0;
  #bytes = 0;
  readonly #request: EgressRequest;
  readonly #maxBytes: number;
  readonly #timer: NodeJS.Timeout;
  readonly #onAbort = (): void => this.#fail('timeout');

  readonly #onDone: () => void;

  /** `onDone` is called when the connection is free or gone, possibly after the result was given. */
  constructor(request: EgressRequest, timeoutMs: number, onDone: () => void) {
    this.#request = request;
    this.#onDone = onDone;
    this.#maxBytes = request.limits.maxBodyBytes ?? MAX_BODY_BYTES;
    this.result = new Promise((resolve) => {
      this.#settle = resolve;
    });
    this.#timer = setTimeout(this.#onAbort, timeoutMs);
    request.signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (request.signal?.aborted === true) this.#fail('timeout');
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The limit may have passed while connecting.
    if (this.#settled) this.#cut();
  }

  onResponseStart(_controller: unknown, status: number, headers: Headers): void {
    if (status < 200) {
      this.#interimHeads += 1;
      if (this.#interimHeads > MAX_INTERIM_HEADS) this.#fail('answer_invalid');
      return;
    }
    if (countOf(headers) > MAX_HEADERS) {
      this.#fail('answer_invalid');
      return;
    }
    this.#head = { status, headers: pick(headers, this.#request.responseHeaders ?? []) };
    if (status >= 300 && status < 400) this.#fail('redirect_blocked');
    // The head decides. The rest is drained within the same limits, so that a kept connection can be reused.
    else if (this.#request.readBody === undefined) this.#succeed('discarded');
  }

  onResponseData(_controller: unknown, chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    const head = this.#head;
    if (this.#bytes > this.#maxBytes) this.#end('too_large');
    else if (head !== undefined && !this.#settled && this.#request.readBody?.(chunk, head) === 'enough')
      this.#end('stopped');
  }

  onResponseEnd(): void {
    this.#succeed('complete');
    this.#release();
    this.#onDone();
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.fail(error);
  }

  /** Settles with the meaning of an error, unless already settled. */
  fail(error: unknown): void {
    this.#settleOnce(this.#failure(failureOf(error)));
    this.#release();
    this.#onDone();
  }

  #end(body: BodyEnd): void {
    this.#succeed(body);
    this.#cut();
  }

  #succeed(body: BodyEnd): void {
    if (this.#head !== undefined) this.#settleOnce({ ok: true, head: this.#head, body });
  }

  #fail(failure: EgressFailure): void {
    this.#settleOnce(this.#failure(failure));
    this.#cut();
  }

  #failure(failure: EgressFailure): EgressResult {
    return this.#head === undefined ? { ok: false, failure } : { ok: false, failure, head: this.#head };
  }

  #settleOnce(result: EgressResult): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#settle(result);
  }

  #cut(): void {
    this.#release();
    if (this.#controller?.aborted === false) this.#controller.abort(new EgressStop('network_error'));
  }

  #release(): void {
    clearTimeout(this.#timer);
    this.#request.signal?.removeEventListener('abort', this.#onAbort);
  }
}

const countOf = (headers: Headers): number =>
  Object.values(headers).reduce((sum, value) => sum + (Array.isArray(value) ? value.length : 1), 0);

const pick = (headers: Headers, names: readonly string[]): Record<string, string> => {
  const picked: Record<string, string> = {};
  for (const name of names) {
    const value = headers[name];
    if (typeof value === 'string') picked[name] = value;
  }
  return picked;
};

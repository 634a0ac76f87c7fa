import type { ClientOptions, Patience } from './client-options.js';
import { GovgateError } from './govgate-error.js';
import { type CallRequest, headerText } from './make-request.js';
import { type Reading, readRefusal } from './read-refusal.js';
import { mayRepeat, pauseMs } from './retry.js';
import { pause, type Timing } from './timing.js';

/** Sends a call, and again where that may help, until its time is over. `take` reads the answer, within that time. */
export type Transport = <T>(
  request: CallRequest,
  about: Omit<Reading, 'token'>,
  patience: Patience,
  take: (response: Response) => Promise<T>,
) => Promise<T>;

const ATTEMPTS = 4;
const TIMEOUT_MS = 30_000;

export const makeTransport = (client: ClientOptions, timing: Timing): Transport => {
  const { token: given, fetch: send = (url, init) => globalThis.fetch(url, init) } = client;

  const attempt = async <T>(
    { url, method, headers, body, isOpen }: CallRequest,
    about: Omit<Reading, 'token'>,
    signal: AbortSignal,
    take: (response: Response) => Promise<T>,
  ): Promise<T> => {
    const token = isOpen ? undefined : await tokenOf(given);
    const authorized = token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` };
    // A redirect is never followed: a token goes nowhere but to `baseUrl`.
    const init = { method, headers: authorized, signal, redirect: 'manual' as const };
    try {
      const response = await send(url, body === undefined ? init : { ...init, body });
      if (response.ok || response.status === 304) return await take(response);
      throw readRefusal({ ...about, token }, response, await response.text());
    } catch (fault) {
      if (fault instanceof GovgateError) throw fault;
      throw disconnected(about.operationId, fault);
    }
  };

  return async (request, about, patience, take) => {
    const { attempts = client.attempts ?? ATTEMPTS, timeoutMs = client.timeoutMs ?? TIMEOUT_MS } = patience;
    const wholeMs = timeoutMs + request.waitSeconds * 1000;
    const until = timing.now() + wholeMs;
    const time = callTime(timing, { ms: wholeMs, operationId: about.operationId }, patience.signal);
    /** How long to wait before the call is sent again; undefined where it is not. */
    const pauseAfter = (fault: unknown, count: number): number | undefined => {
      if (time.signal.aborted || !(fault instanceof GovgateError)) return undefined;
      const ms = pauseMs(count, timing.random(), fault.retryAfter);
      const isLast = count >= attempts || timing.now() + ms >= until;
      return isLast || !mayRepeat(fault, request.isRepeatable) ? undefined : ms;
    };
    try {
      for (let count = 1; ; count += 1) {
        try {
          return await time.bounded(attempt(request, about, time.signal, take));
        } catch (fault) {
          const ms = pauseAfter(fault, count);
          if (ms === undefined) throw fault;
          await pause(timing, ms, time.signal);
        }
      }
    } finally {
      time.end();
    }
  };
};

/** What is known of a connection that failed: a code. Its own words may repeat what was sent. */
export const disconnected = (operationId: string, fault: unknown): GovgateError => {
  const { code } = ((fault as { cause?: unknown } | undefined)?.cause ?? {}) as { code?: unknown };
  return new GovgateError({
    operationId,
    status: 0,
    reasonCode: 'connection_failed',
    message: `The connection failed${typeof code === 'string' && /^\w+$/.test(code) ? ` (${code})` : ''}.`,
    retryable: true,
  });
};

const tokenOf = async (given: ClientOptions['token']): Promise<string | undefined> => {
  const token = typeof given === 'function' ? await given() : given;
  return token === undefined ? undefined : headerText('token', token);
};

interface Limit {
  readonly ms: number;
  readonly operationId: string;
}

/** The time of a call: it ends with the caller's signal or with its deadline, and whatever is under way with it. */
const callTime = (timing: Timing, { ms, operationId }: Limit, outer: AbortSignal | undefined) => {
  const controller = new AbortController();
  const { signal } = controller;
  const leave = (): void => controller.abort(outer?.reason);
  if (outer?.aborted) leave();
  outer?.addEventListener('abort', leave, { once: true });
  const cancel = timing.after(ms, () => controller.abort(tooLate(operationId)));
  return {
    signal,
    /** A token that does not come must not hold up a call for longer than a connection may. */
    bounded: <T>(work: Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        if (signal.aborted) reject(signal.reason);
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        work.then(resolve, reject);
      }),
    end: (): void => {
      cancel();
      outer?.removeEventListener('abort', leave);
    },
  };
};

const tooLate = (operationId: string): GovgateError =>
  new GovgateError({
    operationId,
    status: 0,
    reasonCode: 'deadline_exceeded',
    message: 'No answer came in the time that the call had.',
    retryable: true,
  });

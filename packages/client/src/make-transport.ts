import type { CallOptions, ClientOptions } from './client-options.js';
import { GovgateError } from './govgate-error.js';
import { asGovgateError } from './invalid-call.js';
import { type CallRequest, headerText } from './make-request.js';
import { type Reading, readRefusal } from './read-refusal.js';
import { mayRepeat, pauseMs } from './retry.js';
import { pause, type Timing } from './timing.js';

/** Sends a call, and again where that may help, until its time is over. `take` reads the answer, within that time. */
export type Transport = <T>(call: TransportCall<T>, timer: CallOptions) => Promise<T>;

/** A call, what it is about, and how its answer is read. */
interface TransportCall<T> {
  readonly request: CallRequest;
  readonly about: Omit<Reading, 'token'>;
  readonly take: (response: Response) => Promise<T>;
}

const ATTEMPTS = 4;
const TIMEOUT_MS = 30_000;
/** Quotas are by the minute: a bulk run of a thousand changes waits a few times. */
const QUOTA_WAIT_MS = 600_000;

export const makeTransport = (client: ClientOptions, timing: Timing): Transport => {
  const attempt = makeAttempt(client);
  return async (call, timer) => {
    const { request, about } = call;
    const wholeMs = (timer.timeoutMs ?? client.timeoutMs ?? TIMEOUT_MS) + request.waitSeconds * 1000;
    const time = callTime(timing, { ms: wholeMs, operationId: about.operationId }, timer.signal);
    const pauseAfter = makePauses({ client, timer, timing }, time, request.isRepeatable);
    try {
      for (;;) {
        try {
          return await time.bounded(attempt(call, time.signal));
        } catch (fault) {
          const ms = pauseAfter(fault);
          if (ms === undefined) throw fault;
          await pause(timing, ms, time.signal);
        }
      }
    } finally {
      time.end();
    }
  };
};

const makeAttempt =
  ({ token: given, fetch: send = (url, init) => globalThis.fetch(url, init) }: ClientOptions) =>
  async <T>({ request, about, take }: TransportCall<T>, signal: AbortSignal): Promise<T> => {
    const { url, method, headers, body, isOpen } = request;
    const token = isOpen ? undefined : await tokenOf(about.operationId, given);
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

/** How long to wait before the call is sent again; undefined where it is not. */
const makePauses = (
  {
    client,
    timer,
    timing,
  }: { readonly client: ClientOptions; readonly timer: CallOptions; readonly timing: Timing },
  time: ReturnType<typeof callTime>,
  isRepeatable: boolean,
): ((fault: unknown) => number | undefined) => {
  const { attempts = client.attempts ?? ATTEMPTS } = timer;
  let count = 1;
  let quotaLeftMs = timer.quotaWaitMs ?? client.quotaWaitMs ?? QUOTA_WAIT_MS;
  return (fault) => {
    if (time.signal.aborted || !(fault instanceof GovgateError)) return undefined;
    const ms = pauseMs(count, timing.random(), fault.retryAfter);
    // It was not executed, and will be: the service says when. Neither attempts nor the time of the call are spent on that.
    if (fault.reasonCode === 'rate_limited' && fault.retryAfter && ms <= quotaLeftMs) {
      quotaLeftMs -= ms;
      time.extend(ms);
      return ms;
    }
    const isLast = count >= attempts || ms >= time.leftMs();
    if (isLast || !mayRepeat(fault, isRepeatable)) return undefined;
    count += 1;
    return ms;
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

const tokenOf = async (operationId: string, given: ClientOptions['token']): Promise<string | undefined> => {
  const token = typeof given === 'function' ? await givenBy(operationId, given) : given;
  try {
    return token === undefined ? undefined : headerText('token', token);
  } catch (fault) {
    throw asGovgateError(operationId, fault);
  }
};

// Its own words may hold a secret, and are not repeated.
const givenBy = async (operationId: string, give: () => string | Promise<string>): Promise<string> => {
  try {
    return await give();
  } catch {
    throw new GovgateError({
      operationId,
      status: 0,
      reasonCode: 'token_unavailable',
      message: 'The function that gives the token failed.',
      retryable: false,
    });
  }
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
  let until = timing.now() + ms;
  const endAfter = (leftMs: number) => timing.after(leftMs, () => controller.abort(tooLate(operationId)));
  let cancel = endAfter(ms);
  return {
    signal,
    /** A token that does not come must not hold up a call for longer than a connection may. */
    bounded: <T>(work: Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        if (signal.aborted) reject(signal.reason);
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        work.then(resolve, reject);
      }),
    leftMs: (): number => until - timing.now(),
    extend: (byMs: number): void => {
      cancel();
      until += byMs;
      cancel = endAfter(until - timing.now());
    },
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

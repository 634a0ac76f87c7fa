import { Agent } from 'undici';
import { type AddressPolicy, makeAddressPolicy } from './address-policy.js';
import type { Egress, EgressRequest, EgressResult, EgressSettings } from './egress.js';
import { type EgressTarget, parseTarget } from './egress-target.js';
import { Exchange } from './exchange.js';
import { makeGuardedConnector } from './guarded-connector.js';
import { makeNameLookup } from './name-lookup.js';

const MAX_HEADER_BYTES = 16_384;

type Send = (target: EgressTarget, request: EgressRequest, timeoutMs: number) => Promise<EgressResult>;

/**
 * Makes the guard (docs/spec/destinations.md): https, plain http to configured ranges only, no redirects, no proxy but the configured one, one resolution per
 * connection, only global or configured addresses, one time limit over the whole call, capped heads and bodies. No exception, text or body
 * leaves it.
 */
export const makeEgress = (settings: EgressSettings): Egress => {
  const policy = makeAddressPolicy(settings.allowCidrs, settings.httpCidrs);
  const options = agentOptions(settings, policy);
  const fresh = new Agent(options);
  const { keepAliveMs } = settings;
  const kept =
    keepAliveMs === undefined
      ? undefined
      : new Agent({
          ...options,
          connections: 1,
          keepAliveTimeout: keepAliveMs,
          keepAliveMaxTimeout: keepAliveMs,
        });
  const send = kept === undefined ? sendOnce(fresh) : sendKept(kept, sendOnce(fresh));
  return {
    request: async (request) => {
      const target = parseTarget(request.url, policy);
      if (target === undefined) return { ok: false, failure: 'ssrf_blocked' };
      return send(target, request, request.limits.timeoutMs);
    },
    close: async () => {
      await Promise.all([fresh.destroy(), kept?.destroy()]);
    },
  };
};

const agentOptions = (settings: EgressSettings, policy: AddressPolicy): Agent.Options => ({
  connect: makeGuardedConnector(policy, settings.lookup ?? makeNameLookup(), settings),
  pipelining: 1,
  maxHeaderSize: MAX_HEADER_BYTES,
  // The exchange enforces one limit over the whole call; these would only add timers.
  headersTimeout: 0,
  bodyTimeout: 0,
});

interface Dispatch {
  readonly target: EgressTarget;
  readonly request: EgressRequest;
  readonly keep: boolean;
}

const dispatch = (agent: Agent, { target, request, keep }: Dispatch, exchange: Exchange) => {
  const options = {
    origin: target.origin,
    path: target.path,
    method: request.method,
    headers: { 'user-agent': 'govgate', ...request.headers },
    body: request.body ?? null,
    reset: !keep,
  };
  try {
    agent.dispatch(options, exchange);
  } catch (error) {
    exchange.fail(error);
  }
  return exchange.result;
};

const sendOnce =
  (agent: Agent): Send =>
  (target, request, timeoutMs) =>
    dispatch(agent, { target, request, keep: false }, new Exchange(request, timeoutMs, () => {}));

/** The other side may have closed a kept connection just as the request was sent. */
const isStaleConnection = (result: EgressResult): boolean =>
  !result.ok && result.failure === 'connection_reset' && result.head === undefined;

// One kept connection per origin, at a third of a pool's memory. While it is busy a call gets its own connection, so that one slow backend
// does not hold up others behind the same host.
const sendKept = (kept: Agent, fresh: Send): Send => {
  const busy = new Set<string>();
  return async (target, request, timeoutMs) => {
    const { origin } = target;
    if (busy.has(origin)) return fresh(target, request, timeoutMs);
    busy.add(origin);
    const startedAt = performance.now();
    const exchange = new Exchange(request, timeoutMs, () => busy.delete(origin));
    const first = await dispatch(kept, { target, request, keep: true }, exchange);
    if (!isStaleConnection(first)) return first;
    return fresh(target, request, Math.max(1, timeoutMs - (performance.now() - startedAt)));
  };
};

import { Agent } from 'undici';
import { makeAddressPolicy } from './address-policy.js';
import type { Egress, EgressRequest, EgressResult, EgressSettings } from './egress.js';
import { type EgressTarget, parseTarget } from './egress-target.js';
import { Exchange } from './exchange.js';
import { makeGuardedConnector } from './guarded-connector.js';
import { systemResolver } from './vetted-addresses.js';

const MAX_HEADER_BYTES = 16_384;
const CONNECTIONS_PER_ORIGIN = 8;
const CLOSED_SOON_MS = 1;

const makeAgent = (settings: EgressSettings): Agent =>
  new Agent({
    connect: makeGuardedConnector(
      makeAddressPolicy(settings.allowCidrs, settings.httpCidrs),
      settings.lookup ?? systemResolver,
      settings.authorities,
    ),
    connections: settings.connectionsPerOrigin ?? CONNECTIONS_PER_ORIGIN,
    pipelining: 1,
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: settings.keepAliveMs ?? CLOSED_SOON_MS,
    keepAliveMaxTimeout: settings.keepAliveMs ?? CLOSED_SOON_MS,
    // The exchange holds one limit over the whole call; these would only add timers.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

const dispatch = (
  agent: Agent,
  target: EgressTarget,
  request: EgressRequest,
  keepAlive: boolean,
  timeoutMs: number,
): Promise<EgressResult> => {
  const exchange = new Exchange(request, timeoutMs);
  const options = {
    origin: target.origin,
    path: target.path,
    method: request.method,
    headers: { 'user-agent': 'govgate', ...request.headers },
    body: request.body ?? null,
    reset: !keepAlive,
  };
  try {
    agent.dispatch(options, exchange);
  } catch (error) {
    exchange.fail(error);
  }
  return exchange.result;
};

/** A kept connection may have been closed by the other side just as the request went out. */
const isStaleConnection = (result: EgressResult): boolean =>
  !result.ok && result.failure === 'connection_reset' && result.head === undefined;

/**
 * Makes the guard (decisions, section 9): https, plain http to configured ranges only, no redirects, no proxies, one
 * resolution for a connection, no address but a global or a configured one, one time limit over the whole call, capped
 * heads and bodies. No exception, text or body leaves it.
 */
export const makeEgress = (settings: EgressSettings): Egress => {
  const policy = makeAddressPolicy(settings.allowCidrs, settings.httpCidrs);
  const agent = makeAgent(settings);
  const keepAlive = settings.keepAliveMs !== undefined;
  return {
    request: async (request) => {
      const target = parseTarget(request.url, policy);
      if (target === undefined) return { ok: false, failure: 'ssrf_blocked' };
      const startedAt = performance.now();
      const { timeoutMs } = request.limits;
      const first = await dispatch(agent, target, request, keepAlive, timeoutMs);
      if (!keepAlive || !isStaleConnection(first)) return first;
      const leftMs = Math.max(1, timeoutMs - (performance.now() - startedAt));
      return dispatch(agent, target, request, keepAlive, leftMs);
    },
    close: () => agent.destroy(),
  };
};

import autocannon from 'autocannon';
import type { LoadFigures, LoadPlan } from './load.js';

/** Load from autocannon, for machines without wrk. It runs in this process. */
export const loadWithAutocannon = async (plan: LoadPlan): Promise<LoadFigures> => {
  let turn = 0;
  // One counter for all connections, so that the requests go round in one order.
  const next = (request: autocannon.Request): autocannon.Request => {
    const planned = plan.requests[turn % plan.requests.length];
    turn += 1;
    if (planned === undefined) return request;
    const { body, ...head } = planned;
    return { ...request, ...head, headers: { ...head.headers }, ...(body === undefined ? {} : { body }) };
  };
  const result = await autocannon({
    url: plan.url,
    connections: plan.connections,
    duration: plan.seconds,
    requests: [{ setupRequest: next }],
  });
  return {
    answered: result.requests.total,
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
  };
};

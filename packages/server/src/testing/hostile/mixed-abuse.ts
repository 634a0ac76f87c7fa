import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { WatchedService } from '../processes/watch-service.js';
import type { Tokens } from '../worlds/world.js';
import { askHonestly } from './honest-client.js';
import { worstCalls } from './worst-calls.js';

/** How a service withstood everything expensive at once. */
export interface Mixed {
  readonly minutes: number;
  readonly calls: number;
  readonly serverErrors: number;
  readonly probes: number;
  readonly probeErrors: readonly string[];
  readonly probeP99Ms: number;
  /** The lowest heap of the first and of the last third: what is left after garbage collection. */
  readonly heapFirstMb: number;
  readonly heapLastMb: number;
  readonly told: string;
}

const LOOK_EVERY_MS = 1_000;

interface Running {
  readonly service: WatchedService;
  readonly until: number;
  calls: number;
  serverErrors: number;
}

/** Lets several callers request everything expensive, as often as allowed and more, next to another tenant's five calls a second. */
export const runMixed = async (service: WatchedService, tokens: Tokens, forMs: number): Promise<Mixed> => {
  const startedAt = Date.now();
  const running: Running = { service, until: startedAt + forMs, calls: 0, serverErrors: 0 };
  const loops: { p99Ms: number; maxMs: number; heapMb: number; rssMb: number }[] = [];
  await service.figures();
  const abusers = [tokens.admin, tokens.second].flatMap((token) => [
    abuse(running, token, 0),
    abuse(running, token, 7),
  ]);
  const honest = askHonestly(
    { url: `${service.url}/v1/identity/me`, token: tokens.foreign, limitMs: 10_000 },
    running.until,
  );
  await Promise.all([
    ...abusers,
    inventIds(running, tokens.nobody),
    badTokens(running),
    neverRead(running, tokens.admin),
    look(running, loops),
  ]);
  const { times, errors: probeErrors } = await honest;
  const sorted = [...times].sort((a, b) => a - b);
  const heaps = loops.map(({ heapMb }) => heapMb);
  const third = Math.ceil(heaps.length / 3);
  const heapFirstMb = Math.min(...heaps.slice(0, third));
  const heapLastMb = Math.min(...heaps.slice(-third));
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0);
  const delays = loops.map(({ maxMs }) => maxMs).sort((a, b) => a - b);
  const delayAt = (share: number): string => (delays[Math.floor(delays.length * share)] ?? 0).toFixed(0);
  return {
    minutes: (Date.now() - startedAt) / 60_000,
    calls: running.calls,
    serverErrors: running.serverErrors,
    probes: times.length,
    probeErrors,
    probeP99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.POSITIVE_INFINITY,
    heapFirstMb,
    heapLastMb,
    told: [
      `probe p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1 - 1e-9)} ms`,
      `event loop p99 ${Math.max(...loops.map(({ p99Ms }) => p99Ms)).toFixed(0)} ms in the worst second, longest turn of a second p50 ${delayAt(0.5)} ms, p99 ${delayAt(0.99)} ms, max ${delayAt(1 - 1e-9)} ms`,
      `heap ${heapFirstMb.toFixed(0)} to ${heapLastMb.toFixed(0)} MB, RSS ${Math.max(...loops.map(({ rssMb }) => rssMb)).toFixed(0)} MB at most`,
    ].join('; '),
  };
};

const note = (running: Running, status: number): void => {
  running.calls += 1;
  if (status >= 500) running.serverErrors += 1;
};

// Cycles through the table, several calls at a time; exceeding the quota is part of the abuse.
const abuse = async (running: Running, token: string, from: number): Promise<void> => {
  while (Date.now() < running.until) {
    const calls = worstCalls();
    for (let i = 0; i < calls.length && Date.now() < running.until; i += 1) {
      const call = calls[(i + from) % calls.length];
      if (call === undefined) continue;
      const { status } = await running.service.call(call.path, { ...call.request, token });
      note(running, status);
      if (status === 429) await delay(100);
    }
  }
};

const inventIds = async (running: Running, token: string): Promise<void> => {
  const body = { tenant_id: 'acme', environment_id: 'production', reason_code: 'x1' };
  for (let i = 0; Date.now() < running.until; i += 1) {
    const path = `/v1/siem-webhooks/${i}${'x'.repeat(i % 2 === 0 ? 0 : 10_000)}/test`;
    note(running, (await running.service.call(path, { token, body })).status);
    await delay(5);
  }
};

const badTokens = async (running: Running): Promise<void> => {
  for (let i = 0; Date.now() < running.until; i += 1) {
    note(running, (await running.service.call(`/v1/policies/${i}`, { token: `bad_${i}` })).status);
    await delay(5);
  }
};

const neverRead = async (running: Running, token: string): Promise<void> => {
  const { port } = new URL(running.service.url);
  const path = '/v1/policies?tenant_id=acme&environment_id=production&limit=200&include=body';
  while (Date.now() < running.until) {
    const socket = connect(Number(port), '127.0.0.1');
    socket.pause();
    socket.on('error', () => undefined);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`.repeat(20));
    running.calls += 20;
    await delay(500);
  }
};

const look = async (
  { service, until }: Running,
  loops: { p99Ms: number; maxMs: number; heapMb: number; rssMb: number }[],
): Promise<void> => {
  while (Date.now() < until) {
    await delay(LOOK_EVERY_MS);
    loops.push(await service.figures());
  }
};

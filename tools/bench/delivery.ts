/**
 * What a delivery check adds to the call that it makes: `npm run build && node --import tsx --conditions=@govgate/source
 * tools/bench/delivery.ts [checks]`. One check after the other, each beside a call straight to the same receiver, over an
 * in-process queue, and over Redis with a worker of its own.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startRedis } from '../test-services/redis-server.js';
import {
  answerOf,
  destination,
  govgateServer,
  govgateWorker,
  importBundle,
  testDestinationRequest,
} from './govgate.js';
import { type MeasuredServer, startMeasured } from './measured-server.js';
import { median } from './median.js';
import { textTable } from './print-table.js';

const checks = Number(process.argv[2] ?? '200');

const receiver = createServer((request, response) => {
  request.resume();
  response.writeHead(204).end();
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const target = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

const direct = async (): Promise<void> => {
  const { status } = await fetch(target, { method: 'POST', body: 'x'.repeat(600) });
  if (status !== 204) throw new Error(`the receiver answers ${status}`);
};

const check = async (server: MeasuredServer): Promise<void> => {
  const outcome = JSON.parse(await answerOf(server, testDestinationRequest)).delivery_status;
  if (outcome.reason_code !== 'delivered') throw new Error(`the check ended with ${outcome.reason_code}`);
};

const measured = async (name: string, server: MeasuredServer): Promise<string[]> => {
  // A worker is heard of a moment after it started.
  for (let warm = 0; warm < 30; warm += 1) await check(server).catch(() => pause(100));
  const straight: number[] = [];
  const through: number[] = [];
  for (let turn = 0; turn < checks; turn += 1) {
    straight.push(await timed(direct));
    through.push(await timed(() => check(server)));
  }
  const added = median(through) - median(straight);
  return [name, ...[median(straight), median(through), added].map((ms) => ms.toFixed(1))];
};

const folder = await mkdtemp(join(tmpdir(), 'govgate-bench-delivery-'));
const redis = await startRedis();
try {
  const env = {
    GOVGATE_EGRESS_ALLOW: '127.0.0.0/8',
    GOVGATE_EGRESS_HTTP: '127.0.0.0/8',
    GOVGATE_RATE_DELIVERY_TESTS_PER_MINUTE: '0',
    GOVGATE_SECRET_ENV: '*/*:BENCH_TARGET',
    BENCH_TARGET: target,
  };
  const rows: string[][] = [['', 'straight ms', 'check ms', 'added ms']];
  for (const queue of [{}, { GOVGATE_REDIS_URL: redis.url }]) {
    const isShared = 'GOVGATE_REDIS_URL' in queue;
    const store = join(folder, isShared ? 'redis' : 'in-process');
    await mkdir(store);
    const settings = { ...env, ...queue };
    await importBundle(store, { schema_version: '1.0', destinations: [destination] }, settings);
    const server = await startMeasured(govgateServer(store, settings));
    const worker = isShared ? await startMeasured(govgateWorker(store, settings)) : undefined;
    rows.push(await measured(isShared ? 'queue in Redis, one worker' : 'queue in the process', server));
    await worker?.stop();
    await server.dispose();
  }
  console.log(textTable(rows));
} finally {
  receiver.closeAllConnections();
  receiver.close();
  await redis.dispose();
  await rm(folder, { recursive: true, force: true });
}

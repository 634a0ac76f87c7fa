import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { LocalService } from '../../../../../tools/test-services/local-service.js';
import { startRedis } from '../../../../../tools/test-services/redis-server.js';
import { describeWithOwnRedis } from '../../../../../tools/test-services/require-service.js';
import { EventReceiver } from '../../testing/event-receiver.js';
import { importDestination } from '../../testing/export-destination.js';
import { tellProof } from '../../testing/proof-record.js';
import { type SpawnedService, spawnService } from '../../testing/spawned-service.js';
import { type SpawnedWorker, spawnWorker } from '../../testing/spawned-worker.js';
import { ADMIN_TOKEN } from '../../testing/test-service.js';

const ROUNDS = process.env.GOVGATE_TEST_LONG === '1' ? 12 : 1;
const LEASE_MS = 25_000;

describeWithOwnRedis('continuous export under kill -9', () => {
  let folder: string;
  let redis: LocalService;
  let receiver: EventReceiver;
  let service: SpawnedService;
  const workers: SpawnedWorker[] = [];
  let environment: Record<string, string>;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'govgate-export-'));
    redis = await startRedis();
    receiver = new EventReceiver();
    await receiver.start();
    environment = await importDestination(folder, receiver, { GOVGATE_REDIS_URL: redis.url });
    service = await spawnService(environment);
    for (let i = 0; i < 2; i += 1) workers.push(await spawnWorker(environment));
  });

  after(async () => {
    for (const { process } of workers) process.kill('SIGKILL');
    await service?.kill();
    await receiver?.stop();
    await redis?.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  const call = (path: string, body?: object) => service.call(path, { token: ADMIN_TOKEN, body });

  let made = 0;
  const change = async (): Promise<void> => {
    made += 1;
    await call('/v1/data-planes', {
      dataPlaneId: `dp_${made}`,
      displayName: `Plane ${made}`,
      deploymentMode: 'customer_hosted',
      location: { region: 'eu-west-1', cluster: 'blue' },
      trustBoundary: { runtimeDataBoundary: 'customer' },
      reasonCode: 'sample',
    }).catch(() => undefined);
  };

  const underLoad = async (ms: number): Promise<void> => {
    const until = Date.now() + ms;
    while (Date.now() < until) {
      await change();
      await delay(20);
    }
  };

  const head = async (): Promise<number> => {
    const { json } = await call('/v1/audit/events?limit=1');
    return json.items[0].sequence;
  };

  const faults: Readonly<Record<string, () => Promise<void>>> = {
    worker: async () => {
      await workers.shift()?.kill();
      workers.push(await spawnWorker(environment));
    },
    redis: async () => {
      await redis.kill();
      await underLoad(500);
      await redis.start();
    },
    service: async () => {
      await service.kill();
      service = await spawnService(environment);
    },
    receiver: async () => {
      await receiver.stop();
      await underLoad(1_500);
      await receiver.start();
    },
  };

  it('loses no event, keeps their order, and repeats under the same id', async function () {
    this.timeout(ROUNDS * 120_000 + 120_000);
    const order = Object.keys(faults);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of [...order.slice(round % 4), ...order.slice(0, round % 4)]) {
        await underLoad(700);
        await faults[name]?.();
      }
      await underLoad(700);
    }
    const last = await head();
    const until = Date.now() + LEASE_MS + 60_000;
    while (receiver.firsts().at(-1) !== last && Date.now() < until) await delay(250);
    const firsts = receiver.firsts();
    const first = firsts[0] ?? 0;
    const wanted = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    expect(firsts).to.deep.equal(wanted);
    const ids = new Map<number, Set<string>>();
    for (const { sequence, id, webhookId } of receiver.received)
      ids.set(sequence, new Set([...(ids.get(sequence) ?? []), id, webhookId]));
    expect([...ids.values()].every((known) => known.size === 1)).to.equal(true);
    expect(new Set(receiver.received.map(({ tenantId }) => tenantId))).to.deep.equal(new Set(['default']));
    const repeats = receiver.received.length - firsts.length;
    tellProof({
      id: 'D2, D4',
      what: 'events delivered under kill -9 of worker, Redis, API and receiver',
      trials: wanted.length,
      broken: 0,
      measured: `${repeats} repeats`,
    });
  });

  it('leaves nothing of the endpoint in the store, the queue or the log', async () => {
    const said = [service.stderr(), service.stdout(), ...workers.map(({ stderr }) => stderr())];
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) =>
      one.isFile(),
    );
    for (const file of files) said.push(readFileSync(join(file.parentPath, file.name), 'latin1'));
    expect(said.some((text) => text.includes('example-secret-path'))).to.equal(false);
    expect(said.some((text) => text.includes('dst_soc'))).to.equal(true);
  });
});

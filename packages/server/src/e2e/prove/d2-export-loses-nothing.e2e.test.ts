import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { LocalService } from '../../../../../tools/test-services/local-service.js';
import { startRedis } from '../../../../../tools/test-services/redis-server.js';
import { describeWithOwnRedis } from '../../../../../tools/test-services/require-service.js';
import {
  importDestinations,
  RECEIVER_TOKEN,
  SECRET_PATH,
  type SiemReceiver,
  type SiemReceivers,
  startSiemReceivers,
} from '../../testing/delivery/siem-receivers.js';
import { type SpawnedService, spawnService } from '../../testing/processes/spawned-service.js';
import { type SpawnedWorker, spawnWorker } from '../../testing/processes/spawned-worker.js';
import { tellProof } from '../../testing/proof-record.js';
import { redisText, writeIntoRedis } from '../../testing/stores/redis-text.js';
import { ADMIN_TOKEN } from '../../testing/test-service.js';

const ROUNDS = process.env.GOVGATE_TEST_LONG === '1' ? 12 : 1;
const LEASE_MS = 25_000;

describeWithOwnRedis('continuous export under kill -9', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govgate-export-'));
  let redis: LocalService;
  let receivers: SiemReceivers | undefined;
  let all: readonly SiemReceiver[];
  let service: SpawnedService;
  const workers: SpawnedWorker[] = [];
  let environment: Record<string, string>;

  before(async function () {
    this.timeout(120_000);
    receivers = await startSiemReceivers();
    if (receivers === undefined) {
      console.error('! continuous export under kill -9 is skipped: it needs Debian’s rsyslog, and openssl');
      this.skip();
    }
    all = receivers.all;
    redis = await startRedis();
    environment = {
      ...receivers.settings,
      GOVGATE_DATA: join(folder, 'data'),
      GOVGATE_REDIS_URL: redis.url,
    };
    await importDestinations(receivers, environment);
    service = await spawnService(environment);
    for (let i = 0; i < 2; i += 1) workers.push(await spawnWorker(environment));
  });

  after(async () => {
    for (const { process } of workers) process.kill('SIGKILL');
    await service?.kill();
    await receivers?.dispose();
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
    receivers: async () => {
      await Promise.all(all.map((one) => one.kill()));
      await underLoad(1_500);
      await Promise.all(all.map((one) => one.start()));
    },
  };

  // In the order of their first arrival.
  const firstsOf = ({ seen }: SiemReceiver): number[] => [...new Set(seen().map(({ sequence }) => sequence))];

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
    while (all.some((one) => firstsOf(one).at(-1) !== last) && Date.now() < until) await delay(250);
    const first = Math.min(...all.map((one) => firstsOf(one)[0] ?? last));
    // Each destination begins with the event of its own creation, the first with the first of all.
    const wanted = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    const missing = all.map((one) => {
      const firsts = firstsOf(one);
      return [one.kind, wanted.slice(-firsts.length).filter((sequence, i) => firsts[i] !== sequence)];
    });
    expect(missing).to.deep.equal(all.map(({ kind }) => [kind, []]));
    expect(all.map((one) => (firstsOf(one)[0] ?? last) - first < all.length)).to.deep.equal(
      all.map(() => true),
    );
    const ids = new Map<number, Set<string>>();
    for (const { sequence, id } of all.flatMap((one) => one.seen()))
      ids.set(sequence, new Set([...(ids.get(sequence) ?? []), id]));
    expect([...ids.values()].every((known) => known.size === 1)).to.equal(true);
    const sent = all.reduce((sum, one) => sum + one.seen().length, 0);
    const distinct = all.reduce((sum, one) => sum + firstsOf(one).length, 0);
    tellProof({
      id: 'D2, D4',
      what: 'events delivered to receivers of all six kinds under kill -9 of worker, Redis, API and receivers',
      trials: distinct,
      broken: 0,
      measured: `${sent - distinct} repeats`,
    });
  });

  it('leaves no endpoint or token in the store, the queue or the log', async () => {
    const said = [service.stderr(), service.stdout(), ...workers.map(({ stderr }) => stderr())];
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) =>
      one.isFile(),
    );
    for (const file of files) said.push(readFileSync(join(file.parentPath, file.name), 'latin1'));
    const queued = await redisText(redis.url);
    said.push(queued);
    const isSaid = (what: string): boolean => said.some((text) => text.includes(what));
    expect([SECRET_PATH, RECEIVER_TOKEN].filter(isSaid)).to.deep.equal([]);
    expect(all.filter(({ kind }) => !isSaid(`dst_${kind}`))).to.deep.equal([]);
    // The search does cover the queue.
    expect(queued).to.include('govgate:work:');
    await writeIntoRedis(redis.url, RECEIVER_TOKEN);
    expect(await redisText(redis.url)).to.include(RECEIVER_TOKEN);
  });
});

import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import type { LocalService } from '../../../../tools/test-services/local-service.js';
import { freeLoopbackPort } from '../../../../tools/test-services/loopback-port.js';
import { startRedis } from '../../../../tools/test-services/redis-server.js';
import { describeWithOwnRedis } from '../../../../tools/test-services/require-service.js';
import { DeliveryBench } from '../testing/delivery/delivery-bench.js';
import { HASTY_WORKER } from '../testing/processes/hasty-worker.js';
import { runCli } from '../testing/processes/spawned-service.js';
import { ADMIN_TOKEN } from '../testing/test-service.js';
import { until } from '../testing/until.js';

const LONG = process.env.GOVGATE_TEST_LONG === '1';
const KILLS = LONG ? 50 : 2;
const STILL_MS = LONG ? 40_000 : 2_000;
const SLOW_JOBS = 20;
/** How long to wait for somebody else, because a machine may be busy with others. */
const PATIENCE_MS = 90_000;
/** The promised time limit of a stop. */
const STOP_MS = 30_000;
/** Most trials take over in a second or two; one uses the real times, and the long form uses them for all. */
const HASTY = LONG ? undefined : HASTY_WORKER;

describeWithOwnRedis('work behind Redis', () => {
  let redis: LocalService;
  let bench: DeliveryBench;

  beforeEach(async () => {
    redis = await startRedis();
    bench = new DeliveryBench();
  });

  afterEach(async () => {
    await bench.dispose();
    await redis.dispose();
  });

  const slowly =
    (ms: number): DeliveryBench['answer'] =>
    async (_, response) => {
      await delay(ms);
      response.writeHead(204).end();
    };

  it('answers 200 with the outcome when a worker in another process makes the check', async () => {
    await bench.start(redis.url, 1);
    await bench.worker();
    await until(async () => (await bench.test('dst_0'))[0] === 200, PATIENCE_MS);
    expect(await bench.test('dst_0')).to.deep.equal([200, 'delivered']);
    const ready = await bench.service.call('/readyz');
    expect([ready.status, ready.json.parts]).to.deep.equal([200, { store: 'ready', redis: 'ready' }]);
  });

  it(`B1: loses no check when its worker is killed in the middle of it, ${KILLS} times`, async function () {
    this.timeout((KILLS + 1) * 2 * PATIENCE_MS);
    await bench.start(redis.url, KILLS);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const entry = kill === 0 ? undefined : HASTY;
      const path = `/dst_${kill}`;
      const worker = await bench.worker(undefined, entry);
      bench.answer = () => undefined;
      const request = bench.test(`dst_${kill}`);
      await until(() => bench.received.has(path), PATIENCE_MS);
      const next = await bench.worker(undefined, entry);
      bench.answer = slowly(0);
      await worker.kill();
      await until(async () => (await bench.outcomes()).length === kill + 1, PATIENCE_MS);
      await request;
      await next.kill();
      // The receiver may get the event again, under the same id.
      expect(new Set(bench.received.get(path)).size).to.equal(1);
    }
    const expected = Array.from({ length: KILLS }, (_, i) => `dst_${i} delivered`).sort();
    expect(await bench.outcomes()).to.deep.equal(expected);
  });

  it('B2: a worker that stood still does no second effect when it wakes', async function () {
    this.timeout(STILL_MS + 2 * PATIENCE_MS);
    await bench.start(redis.url, 1);
    const blocked = await bench.worker(undefined, HASTY);
    // Long enough to be frozen before its answer comes, on a busy machine too.
    bench.answer = slowly(5_000);
    const request = bench.test('dst_0');
    await until(() => bench.received.has('/dst_0'), PATIENCE_MS);
    await bench.freeze(blocked);
    await bench.worker(undefined, HASTY);
    await until(async () => (await bench.outcomes()).length === 1, PATIENCE_MS);
    await delay(STILL_MS);
    blocked.process.kill('SIGCONT');
    // It stops when it has finished what it was in the middle of.
    expect(await blocked.stop(), blocked.stderr()).to.equal(0);
    await request;
    expect(await bench.outcomes()).to.deep.equal(['dst_0 delivered']);
    expect(new Set(bench.received.get('/dst_0')).size).to.equal(1);
  });

  it(`B3: SIGTERM with ${SLOW_JOBS} slow jobs ends within 30 seconds and loses none`, async () => {
    await bench.start(redis.url, SLOW_JOBS);
    const worker = await bench.worker();
    bench.answer = slowly(4_000);
    const requests = Array.from({ length: SLOW_JOBS }, (_, i) => bench.test(`dst_${i}`));
    await until(() => bench.received.size === SLOW_JOBS, PATIENCE_MS);
    const startedAt = performance.now();
    expect(await worker.stop(), worker.stderr()).to.equal(0);
    expect(performance.now() - startedAt).to.be.below(STOP_MS);
    await Promise.all(requests);
    // A check that a stop cut off would be included too, with an outcome that is not the receiver's.
    const expected = Array.from({ length: SLOW_JOBS }, (_, i) => `dst_${i} delivered`).sort();
    expect(await bench.outcomes()).to.deep.equal(expected);
  });

  it('B4: does what was requested while Redis was away, once it is back, empty', async () => {
    await bench.start(redis.url, 5);
    await bench.worker();
    await redis.kill();
    const answers = [];
    for (let i = 0; i < 5; i += 1) answers.push(await bench.test(`dst_${i}`));
    expect(answers).to.deep.equal(Array.from({ length: 5 }, () => [202, 'check_queued']));
    await redis.start();
    await until(async () => (await bench.outcomes()).length === 5, PATIENCE_MS);
    expect(await bench.outcomes()).to.deep.equal([0, 1, 2, 3, 4].map((i) => `dst_${i} delivered`));
  });

  it('B5: rebuilds from the store what FLUSHALL took', async () => {
    await bench.start(redis.url, 5);
    for (let i = 0; i < 5; i += 1) expect((await bench.test(`dst_${i}`))[0]).to.equal(202);
    const client = new Redis(redis.url);
    const held = await everythingIn(client);
    // Ids only: neither a reference nor its target.
    expect(held).to.contain('delivery_check');
    for (const secret of ['EXAMPLE_', 'env:', 'http:', 'epref_', 'dstref_'])
      expect(held).not.to.contain(secret);
    await client.flushall();
    client.disconnect();
    await bench.worker();
    await until(async () => (await bench.outcomes()).length === 5, PATIENCE_MS);
    expect(await bench.outcomes()).to.deep.equal([0, 1, 2, 3, 4].map((i) => `dst_${i} delivered`));
  });

  it('B6: serves all the same without Redis, says so, and a worker waits for it', async () => {
    const url = `redis://127.0.0.1:${await freeLoopbackPort()}`;
    await bench.start(url, 1);
    const ready = await bench.service.call('/readyz');
    expect([ready.status, ready.json]).to.deep.equal([
      200,
      { status: 'ready', parts: { store: 'ready', redis: 'unavailable' } },
    ]);
    expect(await bench.test('dst_0')).to.deep.equal([202, 'check_queued']);
    const policies = await bench.service.call('/v1/policies', { token: ADMIN_TOKEN });
    expect(policies.status).to.equal(200);
    const worker = await bench.worker('waits for Redis');
    expect(worker.stderr()).not.to.contain('works on');
  });
});

/** All that a Redis holds, as text. */
const everythingIn = async (redis: Redis): Promise<string> => {
  const texts = [];
  for (const key of await redis.keys('*')) {
    const type = await redis.type(key);
    if (type === 'hash') texts.push(JSON.stringify(await redis.hgetall(key)));
    else if (type === 'stream') texts.push(JSON.stringify(await redis.xrange(key, '-', '+')));
    else if (type === 'string') texts.push(await redis.get(key));
    texts.push(key);
  }
  return texts.join('\n');
};

describe('govgate work', () => {
  it('ends with 78 and a sentence where no Redis is configured', async () => {
    const { code, stderr } = await runCli(['work'], {});
    expect([code, stderr]).to.deep.equal([
      78,
      'govgate: A worker needs Redis: set GOVGATE_REDIS_URL. Without Redis `govgate serve` does the work itself.\n',
    ]);
  });
});

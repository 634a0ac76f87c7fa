import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { describeWithRedis } from '../../../../tools/test-services/require-service.js';
import { becomesReady, producerConnection } from './redis-link.js';
import { makeRedisRateCounter } from './redis-rate-counter.js';

const localCounter = () => {
  const counts = new Map<string, number>();
  return {
    hit: (key: string): number => {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return counts.get(key) ?? 0;
    },
  };
};

describeWithRedis('the shared rate count', (url) => {
  it('counts the calls of all processes together, exactly, and separately per window', async () => {
    const place = { url, prefix: `test_${randomUUID().slice(0, 8)}` };
    const connections = [producerConnection(url), producerConnection(url)];
    for (const redis of connections) redis.connect().catch(() => undefined);
    await Promise.all(connections.map((redis) => becomesReady(redis, 5_000)));
    const [first, second] = connections.map((redis) => makeRedisRateCounter(place, redis, localCounter()));
    const hits = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        (i % 2 === 0 ? first : second)?.hit('writes:acme:user:ada', 60_000),
      ),
    );
    const next = await first?.hit('writes:acme:user:ada', 120_000);
    for (const redis of connections) redis.disconnect();
    expect(hits.map(Number).sort((a, b) => a - b)).to.deep.equal(
      Array.from({ length: 100 }, (_, i) => i + 1),
    );
    expect(next).to.equal(1);
  });

  it('keeps no key as long as the counted subject, and no name in one', async () => {
    const place = { url, prefix: `test_${randomUUID().slice(0, 8)}` };
    const redis = producerConnection(url);
    redis.connect().catch(() => undefined);
    await becomesReady(redis, 5_000);
    const counter = makeRedisRateCounter(place, redis, localCounter());
    const long = `delivery_tests:acme:${'x'.repeat(16_000)}`;
    const hits = [
      await counter.hit(long, 60_000),
      await counter.hit(long, 60_000),
      await counter.hit(`${long}y`, 60_000),
    ];
    const keys = await redis.keys(`${place.prefix}:*`);
    redis.disconnect();
    expect([hits, keys.length]).to.deep.equal([[1, 2, 1], 2]);
    for (const key of keys) expect(key).to.match(/^test_[0-9a-f]{8}:rate:60000:[\w-]{43}$/);
  });

  it('counts in the process while Redis is away', async () => {
    const redis = producerConnection('redis://127.0.0.1:1');
    const counter = makeRedisRateCounter({ url }, redis, localCounter());
    const hits = [await counter.hit('k', 60_000), await counter.hit('k', 60_000)];
    redis.disconnect();
    expect(hits).to.deep.equal([1, 2]);
  });
});

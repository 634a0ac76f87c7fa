import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isId } from '@govgate/domain';
import { expect } from 'chai';
import type { Redis } from 'ioredis';
import { describeWithRedis } from '../../../../tools/test-services/require-service.js';
import { SCHEDULE } from '../jobs/schedule-table.js';
import { keepSchedule } from '../schedule/bull-schedule.js';
import { makeBullQueue } from './bull-queue.js';
import { becomesReady } from './redis-link.js';

const LONG = 'x'.repeat(10_000);

const hashesOf = async (redis: Redis, keys: readonly string[]): Promise<Record<string, string>[]> => {
  const hashes: Record<string, string>[] = [];
  for (const key of keys) if ((await redis.type(key)) === 'hash') hashes.push(await redis.hgetall(key));
  return hashes;
};

describeWithRedis('what lies in Redis', (url) => {
  it('is only identifiers, and no name or id longer than 128 characters', async () => {
    const place = { url, prefix: `test_${randomUUID().slice(0, 8)}` };
    const queue = makeBullQueue(place);
    queue.open();
    await becomesReady(queue.redis, 5_000);
    await queue.enqueue({
      job: 'delivery_check',
      jobId: `job_${randomUUID()}.1`,
      tenantId: 'acme',
      environmentId: 'production',
      subjectId: 'tst_1',
      requestId: `https://canary.example/${LONG}`,
      // Not part of a job: an object with extra fields may well be passed in.
      ...{ endpoint: 'https://canary.example/' },
    });
    const schedule = keepSchedule(place, queue);
    const schedulers = async () => (await (await queue.bull()).getJobSchedulers()).length;
    for (let tried = 0; tried < 100 && (await schedulers()) <= SCHEDULE.length; tried += 1) await delay(50);
    const keys = await queue.redis.keys(`${place.prefix}:*`);
    const hashes = await hashesOf(queue.redis, keys);
    const payloads = hashes.flatMap(({ data }) => (data === undefined ? [] : [JSON.parse(data)]));
    await schedule.stop();
    await (await queue.bull()).obliterate({ force: true });
    await queue.close();
    const names = [...keys, ...hashes.map(({ name = '' }) => name)];
    expect(names.filter((name) => name.length > 128)).to.deep.equal([]);
    expect(payloads.length).to.be.greaterThan(SCHEDULE.length);
    expect(payloads.filter((payload) => 'tenantId' in payload)).to.deep.equal([
      { tenantId: 'acme', environmentId: 'production', subjectId: 'tst_1' },
    ]);
    for (const payload of payloads)
      for (const value of Object.values(payload)) expect(isId(String(value)), String(value)).to.equal(true);
  });
});

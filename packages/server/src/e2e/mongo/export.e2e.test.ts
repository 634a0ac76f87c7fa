import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCheckpoint } from '@govgate/domain';
import { expect } from 'chai';
import { describeWithMongo, describeWithRedis } from '../../../../../tools/test-services/require-service.js';
import { type EventReceiver, startEventReceiver } from '../../testing/delivery/event-receiver.js';
import { importDestination } from '../../testing/delivery/export-destination.js';
import { type SpawnedService, spawnService } from '../../testing/processes/spawned-service.js';
import { type SpawnedWorker, spawnWorker } from '../../testing/processes/spawned-worker.js';
import { type MongoDatabase, takeMongoDatabase } from '../../testing/stores/mongo-database.js';
import { ADMIN_TOKEN } from '../../testing/test-service.js';
import { until } from '../../testing/until.js';

const LEASE_MS = 25_000;

describeWithMongo('continuous export over MongoDB', (mongoUrl) => {
  describeWithRedis('and Redis', (redisUrl) => {
    let folder: string;
    let database: MongoDatabase;
    let receiver: EventReceiver;
    let service: SpawnedService;
    let workers: SpawnedWorker[];
    let environment: Record<string, string>;

    before(async function () {
      this.timeout(120_000);
      folder = mkdtempSync(join(tmpdir(), 'govgate-mongo-export-'));
      database = await takeMongoDatabase(mongoUrl);
      receiver = await startEventReceiver();
      environment = await importDestination(folder, receiver, {
        GOVGATE_MONGO_URL: database.url,
        GOVGATE_KEYS_IN_STORE: 'true',
        GOVGATE_REDIS_URL: redisUrl,
      });
      service = await spawnService(environment);
      workers = [await spawnWorker(environment), await spawnWorker(environment)];
    });

    after(async () => {
      await Promise.all((workers ?? []).map((worker) => worker.kill()));
      await service?.kill();
      await receiver?.close();
      await database?.drop();
      rmSync(folder, { recursive: true, force: true });
    });

    // Each produces an event.
    const refusedCalls = async (count: number): Promise<void> => {
      for (let i = 0; i < count; i += 1) await service.call('/v1/policies', { token: ADMIN_TOKEN, body: {} });
    };

    it('sends every event once in order with two workers, continues when one is killed, and then sends a checkpoint', async function () {
      this.timeout(240_000);
      await refusedCalls(20);
      await workers.shift()?.kill();
      await refusedCalls(20);
      const { json } = await service.call('/v1/audit/events?limit=1', { token: ADMIN_TOKEN });
      const last = json.items[0].sequence;
      await until(() => (receiver.firsts().at(-1) ?? 0) >= last, LEASE_MS + 90_000, 250);
      const firsts = receiver.firsts();
      const first = firsts[0] ?? 0;
      expect(firsts).to.deep.equal(Array.from({ length: firsts.length }, (_, i) => first + i));
      expect(firsts.at(-1)).to.be.at.least(last);
      await until(() => receiver.notes.length > 0, 90_000, 250);
      expect(readCheckpoint(receiver.notes[0] ?? '', [])?.head.tenantId).to.equal('default');
    });
  });
});

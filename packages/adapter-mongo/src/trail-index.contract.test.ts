import { setTimeout as pause } from 'node:timers/promises';
import { type GovernanceStore, SEALED_BLOCK } from '@govgate/ports';
import {
  dice,
  everyTrailListIsRight,
  growTrail,
  SMALL_TRAIL_LEVELS,
  sealFirstBlock,
  variedFilter,
} from '@govgate/ports-testkit';
import { expect } from 'chai';
import type { Db } from 'mongodb';
import { describeWithMongo } from '../../../tools/test-services/require-service.js';
import { BITMAP, RANGE } from './kinds/documents.js';
import { withDatabase } from './testing/with-stores.js';

const TENANT = 'tenant_a';
const FILTERS = 6;
const roll = dice(11);

const grow = (store: GovernanceStore, count: number): Promise<void> =>
  growTrail(store, TENANT, { draw: roll, count });

const isRight = async (store: GovernanceStore): Promise<void> => {
  const filters = Array.from({ length: FILTERS }, () => variedFilter(roll, 400));
  expect(await everyTrailListIsRight(store, TENANT, filters)).to.be.above(0);
};

const rangesIn = async (db: Db): Promise<number[][]> => {
  const found = await db
    .collection('audit_ranges')
    .find()
    .sort({ [RANGE.first]: 1, [RANGE.size]: 1 })
    .toArray();
  return found.map((range) => [range[RANGE.first], range[RANGE.size]]);
};

describeWithMongo('the index of a trail on MongoDB', (serverUrl) => {
  it('is built behind the commits, replaced by larger ranges, and holds nothing of what was sealed', async () => {
    await withDatabase(serverUrl, async ({ db, open }) => {
      const store = await open({ trailLevels: SMALL_TRAIL_LEVELS });
      await grow(store, 100);
      while ((await rangesIn(db)).length < 3) await pause(5);
      await isRight(store);
      await grow(store, 250);
      await store.auditTrail.index(TENANT);
      const complete = [
        [1, 128],
        [129, 128],
        [257, 32],
        [289, 32],
      ];
      expect(await rangesIn(db)).to.deep.equal(complete);
      await isRight(store);
      expect(await sealFirstBlock(store, TENANT)).to.equal(true);
      expect(await rangesIn(db)).to.deep.equal(complete.slice(2));
      const keys = (await db.collection('audit_ranges').find().toArray()).map(({ _id }) => _id);
      expect(
        await db.collection('audit_bitmaps').countDocuments({ [BITMAP.range]: { $nin: keys } }),
      ).to.equal(0);
      await isRight(store);
    });
  }).timeout(60_000);

  it('is not read where an older version sealed events without it', async () => {
    await withDatabase(serverUrl, async ({ db, open }) => {
      const store = await open({ trailLevels: SMALL_TRAIL_LEVELS });
      await grow(store, 330);
      await store.auditTrail.index(TENANT);
      await db.collection('audit_events').deleteMany({ t: TENANT, s: { $lte: SEALED_BLOCK } });
      await isRight(store);
      await store.auditTrail.index(TENANT);
      expect(await rangesIn(db)).to.deep.equal([
        [257, 32],
        [289, 32],
      ]);
      await isRight(store);
    });
  }).timeout(60_000);

  it('is awaited by a list that would walk much of a trail', async () => {
    await withDatabase(serverUrl, async ({ db, open }) => {
      const [writer, opened] = [
        await open({ trailLevels: [] }),
        await open({ trailLevels: SMALL_TRAIL_LEVELS }),
      ];
      await grow(writer, 512);
      await everyTrailListIsRight(opened, TENANT, [{ eventType: 'policy.created' }]);
      expect(await rangesIn(db)).to.deep.equal([]);
      await grow(writer, 1);
      await everyTrailListIsRight(opened, TENANT, [{ eventType: 'policy.created' }]);
      expect(await rangesIn(db)).to.deep.equal([
        [1, 128],
        [129, 128],
        [257, 128],
        [385, 128],
      ]);
    });
  }).timeout(60_000);

  it('takes the place of indexes that an older version made', async () => {
    await withDatabase(serverUrl, async ({ db, open }) => {
      const audit = db.collection('audit_events');
      const keysOf = async () => (await audit.indexes()).map(({ key }) => Object.keys(key).join(' '));
      for (const field of ['at', 'oc', 'et', 'rt', 'en']) await audit.createIndex({ t: 1, [field]: 1, s: 1 });
      await Promise.all([open(), open(), open()]);
      expect((await keysOf()).toSorted()).to.deep.equal([
        '_id',
        't ac s',
        't co s',
        't ri s at rt oc en',
        't s',
      ]);
    });
  }).timeout(60_000);
});

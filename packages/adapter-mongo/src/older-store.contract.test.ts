import { readFileSync } from 'node:fs';
import { ALL_KINDS } from '@govgate/ports';
import { everyListIsRight, verifyChain } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { BSON, type Db, type Document } from 'mongodb';
import { describeWithMongo } from '../../../tools/test-services/require-service.js';
import { withDatabase } from './testing/with-stores.js';

// Written by the last version without stored forms (commit 61da97b), collection by collection.
const DUMP = BSON.EJSON.parse(
  readFileSync(new URL('./testing/store-before-forms.json', import.meta.url), 'utf8'),
) as Record<string, Document[]>;

const restore = async (db: Db): Promise<void> => {
  for (const [name, documents] of Object.entries(DUMP)) await db.collection(name).insertMany(documents);
};

describeWithMongo('a MongoDB store of before there were forms', (serverUrl) => {
  it('opens, and every list is right before anything was rebuilt and after it', () =>
    withDatabase(serverUrl, async ({ db, open }) => {
      await restore(db);
      const store = await open({ kinds: ALL_KINDS });
      const behind = await store.projections.behind();
      expect(behind.length).to.equal(13);
      let lists = 0;
      for (const kind of ALL_KINDS.slice(0, 12)) lists += await everyListIsRight(store, kind);
      for (const { kind } of behind) while ((await store.projections.step(kind, 7)) > 0);
      expect(await store.projections.behind()).to.deep.equal([]);
      for (const kind of ALL_KINDS) lists += await everyListIsRight(store, kind);
      expect(lists).to.be.greaterThan(100);
      expect((await verifyChain(store, 'acme')).valid).to.equal(true);
    })).timeout(120_000);
});

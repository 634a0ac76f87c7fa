import { storeCases, suiteKinds } from '@govgate/ports-testkit';
import { expect } from 'chai';
import type { Db, Document } from 'mongodb';
import { describeWithMongo, itOnMongod } from '../../../tools/test-services/require-service.js';
import { filterOf, type ListenedStore, openListenedStore } from './testing/listened-store.js';

/** Cases that close the store, whose many records ask nothing new, or that rely on revisions which an emptied database takes back. */
const LEFT_OUT = ['close/refuses', 'record/all-many', 'audit/stored', 'audit/turns'];

const empty = async (db: Db): Promise<void> => {
  const collections = await db.collections();
  await Promise.all(collections.map((collection) => collection.deleteMany({})));
};

/** Whether an index contains the requested fields in the requested order. */
const isOrderedBy = (command: Document, indexes: readonly Document[]): boolean => {
  const equal = Object.entries(filterOf(command)).filter(([, value]) => typeof value !== 'object');
  // The driver sends a sort order as a map.
  const sort = [...(command.sort ?? new Map())] as readonly (readonly [string, number])[];
  return indexes.some((key) => {
    const fields = Object.entries(key);
    const first = fields.slice(0, equal.length).map(([name]) => name);
    const next = fields.slice(equal.length, equal.length + sort.length);
    const runs = [1, -1].some((way) =>
      sort.every(([name, direction], i) => next[i]?.[0] === name && next[i]?.[1] === Number(direction) * way),
    );
    return runs && equal.every(([name]) => first.includes(name));
  });
};

describeWithMongo('queries of the MongoDB store', (serverUrl) => {
  let listened: ListenedStore;
  let reads: readonly Document[];

  before(async function () {
    this.timeout(240_000);
    listened = await openListenedStore(serverUrl, suiteKinds);
    const { store, client } = listened;
    // All cases share one database, emptied in between: making indexes for each would take minutes.
    const dispose = () => empty(client.db());
    for (const { run, id } of storeCases)
      if (!LEFT_OUT.includes(id)) await run(async () => ({ store, dispose }));
    for await (const _ of store.auditTrail.stored('tenant_a', 3)) break;
    reads = listened.taken();
  });

  after(() => listened.dispose());

  it('are all answered through an index', async () => {
    const plans = await listened.plansOf(reads);
    expect(plans.length).to.be.greaterThan(30);
    expect(plans.filter(({ stages }) => stages.includes('COLLSCAN'))).to.deep.equal([]);
  });

  it('begin at an equality that some index begins with', () => {
    const loose = reads.filter((read) => {
      const filter = filterOf(read);
      if ('_id' in filter || Object.keys(filter).length === 0) return false;
      return !listened.indexesOf(read).some((key) => (Object.keys(key)[0] as string) in filter);
    });
    expect(loose).to.deep.equal([]);
  });

  itOnMongod('need no sort of their own where an index is declared in their order', async () => {
    const plans = await listened.plansOf(reads);
    const ordered = plans.filter(({ read }) => isOrderedBy(read, listened.indexesOf(read)));
    expect(ordered.filter(({ stages }) => stages.includes('SORT'))).to.deep.equal([]);
  });
});

import { once } from 'node:events';
import type { Query } from '@govgate/ports';
import { HOME, item, itemKind, putItem, suiteKinds, write } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { describeWithMongo } from '../../../tools/test-services/require-service.js';
import { filterOf, type ListenedStore, openListenedStore } from './testing/listened-store.js';

const FEW = 3;

describeWithMongo('first pages of lists that are asked for at once on MongoDB', (serverUrl) => {
  let listened: ListenedStore;

  before(async function () {
    this.timeout(60_000);
    listened = await openListenedStore(serverUrl, suiteKinds);
    const tagged = [['x'], ['x', 'y'], ['y'], ['z'], ['z']];
    await write(
      listened.store,
      tagged.map((tags, index) => putItem(item(`i${index}`, { tags }))),
    );
    // The first list looks whether its kind is up to date.
    await idsOf('x');
  });

  after(() => listened.dispose());

  const ask = (query: Query<typeof itemKind>) => listened.store.records.page(itemKind, HOME, query);
  const idsOf = async (tag: string, limit = 100): Promise<string> => {
    const { items } = await ask({ where: { has: { tag } }, limit });
    return items.map(({ record }) => record.itemId).join(' ');
  };
  const tagsRead = (): unknown[] => listened.taken().map((read) => filterOf(read)['m.tag']);

  it('share a command where they differ in a member only, and read none that nobody asked for', async () => {
    listened.taken();
    expect(await Promise.all(['x', 'y', 'w', 'x'].map((tag) => idsOf(tag)))).to.deep.equal([
      'i0 i1',
      'i1 i2',
      '',
      'i0 i1',
    ]);
    const reads = listened.taken();
    expect(reads.map((read) => filterOf(read)['m.tag'])).to.deep.equal([{ $in: ['x', 'y', 'w'] }]);
    expect(reads[0]?.projection.held).to.deep.equal({
      $setIntersection: ['$m.tag', { $literal: ['x', 'y', 'w'] }],
    });
  });

  it('are read alone where they do not fit a page together, or ask for anything else', async () => {
    listened.taken();
    expect(await Promise.all([idsOf('x', FEW), idsOf('z', FEW)])).to.deep.equal(['i0 i1', 'i3 i4']);
    expect(tagsRead()).to.deep.equal([{ $in: ['x', 'z'] }, 'x', 'z']);
    const where = { is: { status: 'draft' }, has: { tag: 'x' } };
    await Promise.all([idsOf('x'), ask({ where, limit: 100 }), idsOf('x', FEW)]);
    expect(tagsRead()).to.deep.equal(['x', 'x', 'x']);
  });

  it('read anew for whoever asks after the command was sent', async () => {
    listened.taken();
    const first = idsOf('z');
    await once(listened.client, 'commandStarted');
    const later = idsOf('z');
    expect(await Promise.all([first, later])).to.deep.equal(['i3 i4', 'i3 i4']);
    expect(tagsRead()).to.deep.equal(['z', 'z']);
  });
});

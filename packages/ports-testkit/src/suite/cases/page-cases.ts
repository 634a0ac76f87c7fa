import type { GovernanceStore, Order, Query } from '@govgate/ports';
import { putItem, removal, type StoreCase, storeCase, write, writeItems } from '../bench.js';
import { expectEqual, PromiseBroken } from '../expect.js';
import { ELSEWHERE, FOREIGN, HOME, type Item, item, itemKind } from '../suite-kinds.js';

type ItemOrder = Order<typeof itemKind>;

const idsOf = async (store: GovernanceStore, query: Partial<Query<typeof itemKind>>): Promise<string[]> => {
  const page = await store.records.page(itemKind, HOME, { limit: 100, ...query });
  return page.items.map(({ record }) => record.itemId);
};

const valueIn = (record: Item, order: ItemOrder): string | number =>
  order.by === 'id' ? record.itemId : record[order.by];

interface Walk {
  readonly order: ItemOrder;
  readonly limit: number;
  readonly where?: Query<typeof itemKind>['where'] | undefined;
}

/** Walks all pages; every page must give the same total. */
const walk = async (store: GovernanceStore, { order, limit, where }: Walk): Promise<string[]> => {
  const found: string[] = [];
  let query: Query<typeof itemKind> = { order, limit, ...(where && { where }) };
  for (let pages = 0; pages < 50; pages += 1) {
    const page = await store.records.page(itemKind, HOME, query);
    found.push(...page.items.map(({ record }) => record.itemId));
    const last = page.items.at(-1);
    if (!page.more || last === undefined) return found;
    query = { ...query, after: { value: valueIn(last.record, order), id: last.record.itemId } };
  }
  throw new PromiseBroken('the pages do not end');
};

const TIED = [
  item('a', { rank: 1 }),
  item('b', { rank: 2 }),
  item('c', { rank: 2 }),
  item('d', { rank: 2 }),
  item('e', { rank: 10 }),
  item('f', { rank: -3 }),
];

// U+FF5E comes before U+1F600 by code point and after it by UTF-16 unit.
const NAMES = ['', 'B', 'a', 'aa', 'b', 'é', '\uff5e', '\u{1f600}'];

const byRank = (direction: 'asc' | 'desc'): ItemOrder => ({ by: 'rank', direction });

const TAGGED: readonly Item[] = [
  item('a', { tags: ['x'], rank: 3 }),
  item('b', { tags: ['x', 'y'], rank: 2 }),
  item('c', { tags: ['y'], rank: 1 }),
  item('d', { tags: [], rank: 0 }),
  item('e', { tags: ['z', 'x'], rank: -1 }),
];

/** Lists that differ in what they ask for, where they look and how far. */
const LISTS: readonly (readonly [typeof HOME, Query<typeof itemKind>])[] = [HOME, ELSEWHERE].flatMap(
  (scope) =>
    [undefined, 'x', 'y', 'w', ['y', 'z']].flatMap((tag) =>
      [2, 4, 100].flatMap((limit) =>
        [byRank('asc'), byRank('desc')].map((order) => {
          const query = { order, limit, ...(tag === undefined ? {} : { where: { has: { tag } } }) };
          return [scope, query] as const;
        }),
      ),
    ),
);

/** Orders, keyset pages and totals. */
export const pageCases: readonly StoreCase[] = [
  storeCase('page/default-order', 'the default order is by id upwards', async ({ store }) => {
    await writeItems(store, [item('b'), item('a'), item('C'), item('a1')]);
    expectEqual(await idsOf(store, {}), ['C', 'a', 'a1', 'b']);
  }),
  storeCase('page/id-downwards', 'a list can run by id downwards', async ({ store }) => {
    await writeItems(store, [item('b'), item('a'), item('c')]);
    expectEqual(await walk(store, { order: { by: 'id', direction: 'desc' }, limit: 2 }), ['c', 'b', 'a']);
  }),
  storeCase('page/code-point-order', 'texts are ordered by code point', async ({ store }) => {
    await writeItems(
      store,
      NAMES.map((name, i) => item(`i${i}`, { name })),
    );
    const ids = NAMES.map((_, i) => `i${i}`);
    expectEqual(await idsOf(store, { order: { by: 'name', direction: 'asc' } }), ids);
    expectEqual(await idsOf(store, { order: { by: 'name', direction: 'desc' } }), ids.toReversed());
    expectEqual(await walk(store, { order: { by: 'name', direction: 'asc' }, limit: 1 }), ids);
    expectEqual(await walk(store, { order: { by: 'name', direction: 'desc' }, limit: 3 }), ids.toReversed());
  }),
  storeCase('page/numeric-order', 'integers are ordered by size', async ({ store }) => {
    await writeItems(store, TIED);
    expectEqual(await idsOf(store, { order: byRank('asc') }), ['f', 'a', 'b', 'c', 'd', 'e']);
  }),
  storeCase('page/ties', 'ties are broken by ascending id, whatever the direction', async ({ store }) => {
    await writeItems(store, TIED.toReversed());
    expectEqual(await idsOf(store, { order: byRank('desc') }), ['e', 'b', 'c', 'd', 'a', 'f']);
  }),
  storeCase('page/keyset', 'pages neither skip nor repeat, even between equal values', async ({ store }) => {
    await writeItems(store, TIED);
    for (const limit of [1, 2, 3, 4, 5, 6, 7]) {
      expectEqual(
        await walk(store, { order: byRank('asc'), limit }),
        ['f', 'a', 'b', 'c', 'd', 'e'],
        `pages of ${limit}`,
      );
      expectEqual(
        await walk(store, { order: byRank('desc'), limit }),
        ['e', 'b', 'c', 'd', 'a', 'f'],
        `pages of ${limit}`,
      );
    }
  }),
  storeCase('page/keyset-where', 'pages of a filtered list neither skip nor repeat', async ({ store }) => {
    await writeItems(
      store,
      TIED.map((record) => ({ ...record, tags: record.itemId === 'c' ? [] : ['x'] })),
    );
    expectEqual(await walk(store, { order: byRank('desc'), limit: 2, where: { has: { tag: 'x' } } }), [
      'e',
      'b',
      'd',
      'a',
      'f',
    ]);
  }),
  storeCase(
    'page/after-gone',
    'a page starts after its position even when that record is gone',
    async ({ store }) => {
      await writeItems(store, TIED);
      await write(store, [removal(itemKind, HOME, 'c', 1)]);
      const after = { value: 2, id: 'c' };
      expectEqual(await idsOf(store, { order: byRank('asc'), after }), ['d', 'e']);
      expectEqual(await idsOf(store, { order: byRank('desc'), after }), ['d', 'a', 'f']);
      expectEqual(await idsOf(store, { order: byRank('asc'), after: { value: 5, id: 'zz' } }), ['e']);
    },
  ),
  storeCase(
    'page/new-ahead',
    'records written before the position do not disturb the next page',
    async ({ store }) => {
      await writeItems(store, TIED);
      const first = await idsOf(store, { order: byRank('asc'), limit: 3 });
      await writeItems(store, [item('0', { rank: -9 })]);
      const next = await idsOf(store, { order: byRank('asc'), after: { value: 2, id: first[2] ?? '' } });
      expectEqual(next, ['c', 'd', 'e']);
    },
  ),
  storeCase('page/more', '`more` says whether records follow', async ({ store }) => {
    await writeItems(store, TIED);
    const more = async (limit: number): Promise<boolean> =>
      (await store.records.page(itemKind, HOME, { limit })).more;
    expectEqual([await more(5), await more(6), await more(7)], [true, false, false]);
  }),
  storeCase(
    'page/most-bytes',
    'a page ends before its records take too much, and contains at least one',
    async ({ store }) => {
      const heavy = ['a', 'b', 'c', 'd'].map((id) =>
        item(id, { name: 'x'.repeat(id === 'd' ? 30_000 : 10_000) }),
      );
      await writeItems(store, heavy);
      const pages: (readonly [string, boolean])[] = [];
      let query: Query<typeof itemKind> = { limit: 3, mostBytes: 25_000 };
      for (let more = true; more; ) {
        const page = await store.records.page(itemKind, HOME, query);
        const ids = page.items.map(({ record }) => record.itemId);
        pages.push([ids.join(''), page.more]);
        const id = ids.at(-1) ?? '';
        query = { ...query, after: { value: id, id } };
        more = page.more && pages.length < 9;
      }
      expectEqual(pages, [
        ['ab', true],
        ['c', true],
        ['d', false],
      ]);
      expectEqual(await idsOf(store, { mostBytes: 1_000_000, limit: 3 }), ['a', 'b', 'c']);
    },
  ),
  storeCase('page/at-once', 'lists asked for at once are told what each asked for', async ({ store }) => {
    await writeItems(store, [...TAGGED, ...TAGGED.slice(2).map((one) => ({ ...one, ...ELSEWHERE }))]);
    const listed = async ([scope, query]: (typeof LISTS)[number]): Promise<unknown> => {
      const page = await store.records.page(itemKind, scope, query);
      return { ...page, items: page.items.map(({ record }) => record.itemId) };
    };
    const alone: unknown[] = [];
    for (const list of LISTS) alone.push(await listed(list));
    expectEqual(await Promise.all(LISTS.map(listed)), alone);
    expectEqual(await Promise.all(LISTS.toReversed().map(listed)), alone.toReversed());
  }),
  storeCase('page/own-copies', 'who ask for one list at once get a copy each', async ({ store }) => {
    await writeItems(store, TAGGED);
    const where = { has: { tag: 'z' } };
    const ask = () => store.records.page(itemKind, HOME, { where, limit: 9 });
    const [one, other] = await Promise.all([ask(), ask()]);
    (one.items[0]?.record as { name: string }).name = 'changed by its reader';
    expectEqual(other.items[0]?.record, TAGGED[4]);
  }),
  storeCase(
    'page/by-member',
    'the ids of records with a member are in ascending order',
    async ({ store }) => {
      await writeItems(store, [
        item('d', { tags: ['x'], status: 'draft' }),
        item('B', { tags: ['y', 'x'], status: 'ready' }),
        item('a', { tags: ['x', '$x', 'z'], status: 'ready' }),
        item('e', { tags: ['x'], ...ELSEWHERE }),
      ]);
      await writeItems(store, [item('f', { tags: ['x'], ...FOREIGN })]);
      const by = async (members: readonly string[], is?: { readonly status: string }) =>
        store.records.idsByMember(itemKind, HOME, { membership: 'tag', members, ...(is && { is }) });
      expectEqual(await by(['x']), new Map([['x', ['B', 'a', 'd']]]));
      expectEqual(
        await by(['x', 'none', 'y', '$x', 'x']),
        new Map([
          ['x', ['B', 'a', 'd']],
          ['y', ['B']],
          ['$x', ['a']],
        ]),
      );
      expectEqual(await by(['x', 'y', 'z'], { status: 'draft' }), new Map([['x', ['d']]]));
      expectEqual(await by([]), new Map());
      const covered = { attribute: 'ownerTeam', values: ['none'], ids: ['d'] } as const;
      expectEqual(
        await store.records.idsByMember(itemKind, HOME, { membership: 'tag', members: ['x'], covered }),
        new Map([['x', ['d']]]),
      );
      const two = { membership: 'tag', members: ['y', 'x'], limit: 2 } as const;
      expectEqual(
        await store.records.idsByMember(itemKind, HOME, two),
        new Map([
          ['y', ['B']],
          ['x', ['B', 'a']],
        ]),
      );
      await write(store, [
        putItem(item('B', { tags: ['z'], status: 'ready' }), 1),
        removal(itemKind, HOME, 'd', 1),
      ]);
      expectEqual(
        await by(['x', 'z']),
        new Map([
          ['x', ['a']],
          ['z', ['B', 'a']],
        ]),
      );
    },
  ),
  storeCase('page/follows-writes', 'lists show a record with its current values', async ({ store }) => {
    await writeItems(store, TIED);
    await write(store, [putItem(item('e', { rank: 0, status: 'ready' }), 1)]);
    expectEqual(await idsOf(store, { order: byRank('asc') }), ['f', 'e', 'a', 'b', 'c', 'd']);
    expectEqual(await idsOf(store, { where: { is: { status: 'ready' } } }), ['e']);
    expectEqual(await store.records.count(itemKind, HOME, { is: { rank: 10 } }), 0);
  }),
];

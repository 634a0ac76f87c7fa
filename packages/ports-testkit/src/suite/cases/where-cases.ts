import type { Where } from '@govgate/ports';
import { type Bench, putItem, type StoreCase, storeCase, write, writeItems } from '../bench.js';
import { expectEqual } from '../expect.js';
import { HOME, item, itemKind } from '../suite-kinds.js';

const RECORDS = [
  item('a', { status: 'draft', rank: 1, ownerTeam: 'risk', tags: ['x', 'y'] }),
  item('b', { status: 'ready', rank: 2, ownerTeam: 'risk', tags: ['y'] }),
  item('c', { status: 'ready', rank: 10, ownerTeam: 'ops', tags: [] }),
  item('d', { status: '', rank: -1, ownerTeam: 'ops', tags: ['x'] }),
];

type ItemWhere = Where<typeof itemKind>;

/** A case about the meaning of conditions, in lists and counts alike. */
const whereCase = (id: string, promise: string, rows: readonly (readonly [ItemWhere, string])[]): StoreCase =>
  storeCase(id, promise, async ({ store }: Bench) => {
    await writeItems(store, RECORDS);
    for (const [where, ids] of rows) {
      const page = await store.records.page(itemKind, HOME, { where, limit: 10 });
      const found = page.items.map(({ record }) => record.itemId).join('');
      const what = JSON.stringify(where);
      expectEqual(found, ids, what);
      expectEqual(await store.records.count(itemKind, HOME, where), ids.length, what);
    }
  });

/** What the conditions of a list mean. */
export const whereCases: readonly StoreCase[] = [
  whereCase('where/is', 'an attribute equals a value or one of several; an empty list matches nothing', [
    [{ is: { status: 'ready' } }, 'bc'],
    [{ is: { status: ['ready', 'draft'] } }, 'abc'],
    [{ is: { status: ['ready', 'ready', 'nothing'] } }, 'bc'],
    [{ is: { status: [] } }, ''],
    [{ is: { status: '' } }, 'd'],
    [{ is: { rank: 10 } }, 'c'],
    [{ is: { rank: [10, -1] } }, 'cd'],
    [{ is: { status: 'ready', ownerTeam: 'risk' } }, 'b'],
    [{ is: {} }, 'abcd'],
    [{}, 'abcd'],
  ]),
  whereCase('where/has', 'a membership contains a text', [
    [{ has: { tag: 'x' } }, 'ad'],
    [{ has: { tag: 'y' } }, 'ab'],
    [{ has: { tag: 'xy' } }, ''],
    [{ has: { tag: '' } }, ''],
    [{ has: { tag: ['x', 'y'] } }, 'abd'],
    [{ has: { tag: ['y', 'nothing'] } }, 'ab'],
    [{ has: { tag: [] } }, ''],
  ]),
  whereCase('where/range', 'a range includes its start and not its end', [
    [{ range: { attribute: 'rank', from: 1, to: 10 } }, 'ab'],
    [{ range: { attribute: 'rank', from: 2 } }, 'bc'],
    [{ range: { attribute: 'rank', to: 2 } }, 'ad'],
    [{ range: { attribute: 'name', from: 'b', to: 'd' } }, 'bc'],
    [{ range: { attribute: 'rank', from: 3, to: 3 } }, ''],
    [
      {
        range: [
          { attribute: 'name', from: 'b' },
          { attribute: 'rank', to: 10 },
        ],
      },
      'bd',
    ],
    [{ range: [] }, 'abcd'],
  ]),
  whereCase('where/contains', 'an attribute contains a text, as it is written', [
    [{ contains: { attribute: 'status', text: 'ea' } }, 'bc'],
    [{ contains: { attribute: 'status', text: 'a' } }, 'abc'],
    [{ contains: { attribute: 'status', text: 'EA' } }, ''],
    [{ contains: { attribute: 'status', text: '' } }, 'abcd'],
    [{ contains: { attribute: 'status', text: 'readyy' } }, ''],
    ...['.', '^', '$', '.*', '[a-z]', '(', '%', '_', 'r|d', 'rea\\', '*'].map(
      (text) => [{ contains: { attribute: 'status', text } }, ''] as const,
    ),
    [{ contains: { attribute: 'ownerTeam', text: 'p' }, is: { status: 'ready' } }, 'c'],
    [{ contains: { attribute: 'ownerTeam', text: 'i' }, has: { tag: 'y' } }, 'ab'],
    [
      {
        contains: { attribute: 'status', text: 'ready' },
        covered: { attribute: 'ownerTeam', values: ['ops'], ids: ['a'] },
      },
      'c',
    ],
  ]),
  whereCase('where/covered', 'covered: one of the values, or one of the ids', [
    [{ covered: { attribute: 'ownerTeam', values: ['risk'], ids: [] } }, 'ab'],
    [{ covered: { attribute: 'ownerTeam', values: [], ids: ['c'] } }, 'c'],
    [{ covered: { attribute: 'ownerTeam', values: ['risk'], ids: ['d', 'a', 'nothing'] } }, 'abd'],
    [{ covered: { attribute: 'ownerTeam', values: [], ids: [] } }, ''],
  ]),
  whereCase('where/together', 'all conditions hold together', [
    [{ is: { status: ['ready', 'draft'] }, has: { tag: 'y' }, range: { attribute: 'rank', from: 2 } }, 'b'],
    [{ has: { tag: 'x' }, covered: { attribute: 'ownerTeam', values: ['ops'], ids: [] } }, 'd'],
    [{ is: { ownerTeam: 'ops' }, covered: { attribute: 'ownerTeam', values: ['risk'], ids: [] } }, ''],
  ]),
  storeCase(
    'where/count-by',
    'counts by an attribute, without values that no record has',
    async ({ store }) => {
      await writeItems(store, RECORDS);
      const counts = await store.records.countBy(itemKind, HOME, 'status');
      expectEqual(
        counts,
        new Map([
          ['draft', 1],
          ['ready', 2],
          ['', 1],
        ]),
      );
      const ranked = await store.records.countBy(itemKind, HOME, 'rank', { has: { tag: 'y' } });
      expectEqual(
        ranked,
        new Map([
          [1, 1],
          [2, 1],
        ]),
      );
      expectEqual(await store.records.countBy(itemKind, HOME, 'status', { is: { status: [] } }), new Map());
    },
  ),
  storeCase('where/memberships-follow', 'memberships are those of the current record', async ({ store }) => {
    await writeItems(store, RECORDS);
    const count = (tag: string) => store.records.count(itemKind, HOME, { has: { tag } });
    expectEqual([await count('x'), await count('y'), await count('z')], [2, 2, 0]);
    await write(store, [putItem(item('a', { tags: ['z', 'z'] }), 1)]);
    expectEqual([await count('x'), await count('y'), await count('z')], [1, 1, 1]);
  }),
  storeCase('where/injection', 'values are data, never part of the query', async ({ store }) => {
    await writeItems(store, RECORDS);
    for (const value of ["' OR 1=1 --", '{"$ne":null}', '$gt', '%', '.*', '\u0000'])
      for (const where of [{ is: { status: value } }, { is: { status: [value] } }, { has: { tag: value } }])
        expectEqual(await store.records.count(itemKind, HOME, where), 0, JSON.stringify(where));
  }),
];

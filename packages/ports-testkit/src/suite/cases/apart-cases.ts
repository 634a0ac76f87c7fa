import type { GovernanceStore } from '@govgate/ports';
import { commit, putItem, removal, type StoreCase, storeCase, write } from '../bench.js';
import { expectEqual } from '../expect.js';
import { ELSEWHERE, HOME, type Item, item, itemKind } from '../suite-kinds.js';

const LONG = { lines: ['one', 'two'] };
const OTHER = { lines: ['three'] };

const read = async (store: GovernanceStore, id: string): Promise<Item | undefined> =>
  (await store.records.get(itemKind, HOME, id))?.record;

/** As another process reads it, which remembers nothing. */
type Fresh = () => Promise<GovernanceStore>;

const apartCase = (
  id: string,
  promise: string,
  check: (store: GovernanceStore, fresh: Fresh) => Promise<void>,
): StoreCase =>
  storeCase(id, promise, ({ store, reopen }) => check(store, async () => (await reopen?.()) ?? store));

/** Fields that a record stores separately: they belong to it like any other. */
export const apartCases: readonly StoreCase[] = [
  apartCase('apart/every-read', 'a separate part comes with every read', async (store, fresh) => {
    const [a, b] = [item('a', { long: LONG, longer: 'text' }), item('b', { long: OTHER })];
    await write(store, [putItem(a), putItem(b), putItem(item('c'))]);
    for (const one of [store, await fresh(), store]) {
      const { records } = one;
      expectEqual(await read(one, 'a'), a);
      const many = await records.getMany(itemKind, HOME, ['b', 'c']);
      expectEqual(
        many.map(({ record }) => record.long),
        [OTHER, undefined],
      );
      const page = await records.page(itemKind, HOME, { limit: 2 });
      expectEqual(
        page.items.map(({ record }) => record),
        [a, b],
      );
      const { changes } = await records.changedSince(itemKind, HOME, 0, 1_000);
      expectEqual(changes.map(({ stored }) => stored?.record.long?.lines.length ?? 0).sort(), [0, 1, 2]);
      const all: Item[] = [];
      for await (const { record } of records.all(itemKind)) all.push(record);
      expectEqual(all, [a, b, item('c')]);
    }
  }),
  apartCase('apart/rest-changes', 'a change of the rest leaves it unchanged', async (store, fresh) => {
    await write(store, [putItem(item('a', { long: LONG, longer: 'text' }))]);
    for (let version = 1; version <= 3; version += 1) {
      const before = await read(store, 'a');
      await write(store, [putItem({ ...(before as Item), rank: version }, version)]);
    }
    const expected = item('a', { long: LONG, longer: 'text', rank: 3 });
    expectEqual(await read(store, 'a'), expected);
    expectEqual(await read(await fresh(), 'a'), expected);
  }),
  apartCase('apart/changes', 'it changes, goes and comes back with its record', async (store, fresh) => {
    const steps: Partial<Item>[] = [
      { long: LONG },
      { long: OTHER },
      { longer: 'text' },
      {},
      { long: LONG, longer: 'text' },
      { long: LONG },
    ];
    for (const [i, step] of steps.entries()) {
      await write(store, [putItem(item('a', step), i === 0 ? null : i)]);
      expectEqual(await read(store, 'a'), item('a', step));
      expectEqual(await read(await fresh(), 'a'), item('a', step));
    }
  }),
  apartCase(
    'apart/taken-over',
    'what was read with one record may be written with another',
    async (store, fresh) => {
      await write(store, [putItem(item('a', { long: LONG })), putItem(item('b', { long: OTHER }))]);
      const { long } = (await read(store, 'a')) as Item;
      if (long === undefined) throw new Error('it was written');
      await write(store, [
        putItem(item('b', { long }), 1),
        putItem(item('c', { long })),
        putItem(item('d', { ...ELSEWHERE, long }), 'any'),
      ]);
      await write(store, [removal(itemKind, HOME, 'a')]);
      for (const one of [store, await fresh()]) {
        expectEqual((await read(one, 'b'))?.long, LONG);
        expectEqual((await read(one, 'c'))?.long, LONG);
        expectEqual((await one.records.get(itemKind, ELSEWHERE, 'd'))?.record.long, LONG);
      }
    },
  ),
  apartCase('apart/removed', 'a record that is created again has its new part', async (store, fresh) => {
    await write(store, [putItem(item('a', { long: LONG })), putItem(item('b', { long: OTHER }))]);
    const before = (await read(store, 'b')) as Item;
    await write(store, [removal(itemKind, HOME, 'b', 1)]);
    await write(store, [putItem(item('c', { longer: 'c' }))]);
    await write(store, [putItem(before)]);
    for (const one of [store, await fresh()]) {
      expectEqual(await read(one, 'b'), before);
      expectEqual(await read(one, 'c'), item('c', { longer: 'c' }));
    }
  }),
  apartCase('apart/conflict', 'a unit with a conflict changes nothing of it', async (store, fresh) => {
    await write(store, [putItem(item('a', { long: LONG })), putItem(item('b', { code: '1' }))]);
    const stale = await commit(store, [putItem(item('a', { long: OTHER }), 7)]);
    const clash = await commit(store, [putItem(item('a', { long: OTHER, code: '1' }), 1)]);
    const gone = await commit(store, [removal(itemKind, HOME, 'a', 2)]);
    expectEqual([stale.committed, clash.committed, gone.committed], [false, false, false]);
    for (const one of [store, await fresh()]) expectEqual(await read(one, 'a'), item('a', { long: LONG }));
  }),
  apartCase('apart/bytes', 'a page that ends by its bytes counts it', async (store) => {
    const longer = 'x'.repeat(10_000);
    await write(
      store,
      ['a', 'b', 'c'].map((id) => putItem(item(id, { longer: longer + id }))),
    );
    const page = await store.records.page(itemKind, HOME, { limit: 3, mostBytes: 25_000 });
    expectEqual([page.items.length, page.more, page.totalCount], [2, true, 3]);
  }),
  storeCase(
    'apart/own-copy',
    'nobody changes it for others, neither who wrote it nor who read it',
    async ({ store }) => {
      const written = item('a', { long: { lines: ['kept'] } });
      await write(store, [putItem(written)]);
      meddle(written);
      for (let time = 0; time < 2; time += 1) meddle((await store.records.get(itemKind, HOME, 'a'))?.record);
      expectEqual((await read(store, 'a'))?.long, { lines: ['kept'] });
    },
  ),
];

// A store may refuse it, or have given a copy.
const meddle = (record: Item | undefined): void => {
  try {
    (record?.long?.lines as string[] | undefined)?.push('meddled');
  } catch (thrown) {
    if (!(thrown instanceof TypeError)) throw thrown;
  }
};

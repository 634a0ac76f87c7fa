import type { CountedQuery } from '@govgate/ports';
import { anEvent, putItem, removal, type StoreCase, storeCase, write, writeItems } from '../bench.js';
import { everyTallyIsRight } from '../every-tally.js';
import { expectEqual } from '../expect.js';
import { ELSEWHERE, FOREIGN, HOME, item, itemKind, type Team, teamKind } from '../suite-kinds.js';

const team = (teamId: string, members: readonly string[] = []) => ({
  kind: teamKind,
  record: { teamId, tenantId: HOME.tenantId, members } satisfies Team,
  expectedVersion: null,
});

type ByItems = CountedQuery<typeof teamKind, typeof itemKind>;

const COUNTED = { kind: itemKind, scope: HOME, by: 'ownerTeam' } as const;

/** Counts that a kind declares: a store that keeps them must agree with a count from scratch (ADR 64). */
export const tallyCases: readonly StoreCase[] = [
  storeCase('tally/changes', 'counts and sums follow every change of their records', async ({ store }) => {
    await writeItems(store, [
      item('a', { status: 'ready', rank: 3, tags: ['x', 'y', 'x'] }),
      item('b', { status: 'ready', rank: 4, tags: ['x'] }),
      item('c', { status: '', rank: 5, tags: [] }),
    ]);
    await everyTallyIsRight(store, itemKind);
    await write(store, [
      putItem(item('a', { status: 'draft', rank: 7, tags: ['y', 'z'] }), 1),
      removal(itemKind, HOME, 'b', 1),
      putItem(item('c', { status: 'ready', rank: -2, tags: ['x'] }), 'any'),
    ]);
    await everyTallyIsRight(store, itemKind);
    // Only the summed value of the second record, only the counted value of the first.
    await write(store, [
      putItem(item('a', { status: 'ready', rank: 7, tags: ['y', 'z'] }), 2),
      putItem(item('c', { status: 'ready', rank: -3, tags: ['x'] }), 2),
    ]);
    await everyTallyIsRight(store, itemKind);
    expectEqual(await store.records.sum(itemKind, HOME, 'rank', { has: { tag: 'y' } }), 7);
    expectEqual(await store.records.sum(itemKind, HOME, 'rank'), 4, 'without a condition');
    expectEqual(await store.records.sum(itemKind, HOME, 'rank', { is: { status: 'none' } }), 0, 'of none');
  }),
  storeCase('tally/several', 'counts of several values are separate, and add up', async ({ store }) => {
    await writeItems(store, [
      item('a', { status: 'ready', tags: ['x', 'y'] }),
      item('b', { status: 'draft', tags: ['x'] }),
    ]);
    const status = ['ready', 'draft', 'none', 'ready'];
    expectEqual(
      await store.records.countBy(itemKind, HOME, 'status', { is: { status } }),
      new Map([
        ['draft', 1],
        ['ready', 1],
      ]),
    );
    expectEqual(await store.records.count(itemKind, HOME, { is: { status } }), 2);
    // A record that is a member for both counts once.
    expectEqual(await store.records.count(itemKind, HOME, { has: { tag: ['x', 'y'] } }), 2);
  }),
  storeCase('tally/scopes', 'a count covers only its scope', async ({ store }) => {
    const given = { status: 'ready', tags: ['x'], rank: 1 };
    await writeItems(store, [
      item('a', given),
      item('a', { ...given, ...ELSEWHERE }),
      item('b', { ...given, ...ELSEWHERE }),
    ]);
    await writeItems(store, [item('a', { ...given, ...FOREIGN })]);
    await everyTallyIsRight(store, itemKind);
    expectEqual(await store.records.count(itemKind, ELSEWHERE, { has: { tag: 'x' } }), 2);
  }),
  storeCase('tally/refused', 'a refused commit counts nothing', async ({ store }) => {
    await writeItems(store, [item('a', { status: 'ready', tags: ['x'] })]);
    const changes = [
      putItem(item('b', { status: 'ready', tags: ['x'] })),
      putItem(item('a', { status: 'draft' }), 9),
    ];
    expectEqual((await store.unitOfWork.commit({ changes, audit: [anEvent()] })).committed, false);
    await everyTallyIsRight(store, itemKind);
    expectEqual(await store.records.count(itemKind, HOME, { has: { tag: 'x' } }), 1);
  }),
  storeCase(
    'tally/order',
    'a list by counts of another kind has its pages in order, ties by id',
    async ({ store }) => {
      await write(
        store,
        ['t1', 't2', 't3', 't4', 't5'].map((id) => team(id, id === 't5' ? [] : ['ada'])),
      );
      await writeItems(store, [
        ...['a', 'b'].map((id) => item(id, { ownerTeam: 't2' })),
        ...['c', 'd'].map((id) => item(id, { ownerTeam: 't4' })),
        item('e', { ownerTeam: 't3' }),
        item('f', { ownerTeam: 'of_nobody' }),
        ...['g', 'h', 'i'].map((id) => item(id, { ...ELSEWHERE, ownerTeam: 't1' })),
      ]);
      const listed = async (asked: Pick<ByItems, 'direction' | 'where'>) => {
        const ids: string[] = [];
        let after: ByItems['after'];
        for (let more = true; more && ids.length < 20; ) {
          const query: ByItems = { ...asked, counted: COUNTED, limit: 2, ...(after && { after }) };
          const page = await store.records.pageByCount(teamKind, HOME, query);
          ids.push(...page.items.map(({ record }) => record.teamId), `of ${page.totalCount}`);
          [after, more] = [page.last, page.more];
        }
        return ids.join(' ');
      };
      expectEqual(await listed({ direction: 'desc' }), 't2 t4 of 5 t3 t1 of 5 t5 of 5');
      expectEqual(await listed({ direction: 'asc' }), 't1 t5 of 5 t3 t2 of 5 t4 of 5');
      const where = { has: { member: 'ada' } };
      expectEqual(await listed({ direction: 'desc', where }), 't2 t4 of 4 t3 t1 of 4');
      expectEqual(await listed({ direction: 'asc', where }), 't1 t3 of 4 t2 t4 of 4');
    },
  ),
];

import { groupKind } from '@govgate/ports';
import { expect } from 'chai';
import { makeListGroups } from '../groups/list-groups.js';
import { answerOf, group, makeBench, refusalOf, TENANT } from '../testing/use-case-bench.js';
import type { ListOptions } from './page-of-records.js';

const GROUPS = [
  group('g1', [], { displayName: 'Zahlungsverkehr', createdAt: '2026-01-03T00:00:00.000Z' }),
  group('g2', [], { displayName: 'équipe Paiements', createdAt: '2026-01-01T00:00:00.000Z' }),
  group('g3', [], { displayName: 'Equity', createdAt: '2026-01-02T00:00:00.000Z' }),
  group('equals', [], { displayName: 'Bank', createdAt: '2026-01-02T00:00:00.000Z' }),
];

const listOfGroups = async () => {
  const bench = await makeBench();
  await bench.grant('ada', 'security_admin');
  await bench.put(groupKind, ...GROUPS);
  const ada = await bench.as('ada');
  const list = makeListGroups(bench.ports);
  return (options: Partial<ListOptions>) => list(ada, { tenantId: TENANT, limit: 50, ...options });
};

describe('searching and sorting a list of records', () => {
  it('finds what has the text in its id or name, whatever its case and accents, and counts that', async () => {
    const list = await listOfGroups();
    for (const [q, ids] of [
      ['equ', ['equals', 'g2', 'g3']],
      ['ÉQUIPE', ['g2']],
      ['zahlungs', ['g1']],
      ['G2', ['g2']],
      ['bank', ['equals']],
      ['.*', []],
      ['bank equals', []],
    ] as const) {
      const { items, page } = answerOf(await list({ q }));
      expect([items.map(({ groupId }) => groupId), page], q).to.deep.equal([
        ids,
        { limit: 50, totalCount: ids.length },
      ]);
    }
  });

  it('sorts by name without case and accents, and by time, in both directions', async () => {
    const list = await listOfGroups();
    for (const [sort, ids] of [
      ['name', 'equals g2 g3 g1'],
      ['-name', 'g1 g3 g2 equals'],
      ['created', 'g2 equals g3 g1'],
      ['-created', 'g1 equals g3 g2'],
    ] as const) {
      const { items } = answerOf(await list({ sort }));
      const ours = items.map(({ groupId }) => groupId).filter((id) => id !== 'operators');
      expect(ours.join(' '), sort).to.equal(ids);
    }
  });

  it('continues a search in its order, page by page', async () => {
    const list = await listOfGroups();
    const found: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const { items, page } = answerOf(await list({ q: 'equ', sort: '-name', limit: 1, cursor }));
      found.push(...items.map(({ groupId }) => groupId));
      expect(page.totalCount).to.equal(3);
      cursor = page.nextCursor;
      if (cursor === undefined) break;
    }
    expect(found).to.deep.equal(['g3', 'g2', 'equals']);
  });

  it('refuses a page token of another search or order', async () => {
    const list = await listOfGroups();
    const { page } = answerOf(await list({ q: 'equ', sort: 'name', limit: 1 }));
    const { nextCursor: cursor } = page;
    for (const other of [
      { q: 'eq', sort: 'name' },
      { q: 'equ' },
      { sort: 'name' },
      { q: 'equ', sort: '-name' },
    ])
      expect(refusalOf(await list({ ...(other as ListOptions), limit: 1, cursor }))).to.equal(
        'invalid_cursor cursor',
      );
  });

  it('refuses a sort by what the records do not have', async () => {
    const list = await listOfGroups();
    expect(refusalOf(await list({ sort: 'updated' }))).to.equal('invalid_sort sort');
  });
});

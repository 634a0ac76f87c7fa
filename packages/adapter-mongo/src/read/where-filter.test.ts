import type { Where } from '@govgate/ports';
import { HOME, itemKind } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { partsBehind } from './page-parts.js';
import { fieldOf, scopeFilter, sortOf, whereConditions } from './where-filter.js';

type ItemWhere = Where<typeof itemKind>;

const filterOf = (where: ItemWhere) => scopeFilter(itemKind, HOME, whereConditions(itemKind, where));
const SCOPE = { t: 'tenant_a', e: 'production' };

describe('filters of the MongoDB store', () => {
  const rows: readonly [string, ItemWhere, object][] = [
    ['the scope alone', {}, {}],
    ['one value', { is: { status: 'ready' } }, { 'a.status': 'ready' }],
    ['a list of one as that one', { is: { rank: [3] } }, { 'a.rank': 3 }],
    ['several values', { is: { status: ['x', 'y'] } }, { 'a.status': { $in: ['x', 'y'] } }],
    ['no value', { is: { status: [] } }, { 'a.status': { $in: [] } }],
    ['a membership', { has: { tag: 'x' } }, { 'm.tag': 'x' }],
    ['a range', { range: { attribute: 'rank', from: 1, to: 9 } }, { 'a.rank': { $gte: 1, $lt: 9 } }],
    ['an open range', { range: { attribute: 'rank' } }, {}],
    [
      'a second condition on one field',
      { is: { rank: 2 }, range: { attribute: 'rank', from: 1 } },
      { 'a.rank': 2, $and: [{ 'a.rank': { $gte: 1 } }] },
    ],
    [
      'covered by value or id',
      { covered: { attribute: 'ownerTeam', values: ['ops'], ids: ['a'] } },
      { $or: [{ 'a.ownerTeam': { $in: ['ops'] } }, { i: { $in: ['a'] } }] },
    ],
    [
      'covered by ids alone',
      { covered: { attribute: 'ownerTeam', values: [], ids: ['a'] } },
      { i: { $in: ['a'] } },
    ],
    [
      'covered by nothing',
      { covered: { attribute: 'ownerTeam', values: [], ids: [] } },
      { 'a.ownerTeam': { $in: [] } },
    ],
  ];
  for (const [what, where, promised] of rows)
    it(`say ${what}`, () => {
      expect(filterOf(where)).to.deep.equal({ ...SCOPE, ...promised });
    });

  it('accept no operator as a value', () => {
    const operator = { $gt: '' } as unknown as string;
    const hostile: readonly ItemWhere[] = [
      { is: { status: operator } },
      { is: { status: [operator] } },
      { has: { tag: operator } },
      { range: { attribute: 'rank', from: operator } },
      { covered: { attribute: 'ownerTeam', values: [operator], ids: [] } },
      { covered: { attribute: 'ownerTeam', values: [], ids: [operator] } },
    ];
    for (const where of hostile) expect(() => filterOf(where)).to.throw(TypeError);
    expect(() => scopeFilter(itemKind, { ...HOME, environmentId: operator })).to.throw(TypeError);
    const after = { value: operator, id: 'a' };
    expect(() => partsBehind(itemKind, { by: 'rank', direction: 'asc' }, after)).to.throw(TypeError);
  });

  it('name declared attributes only', () => {
    for (const name of ['constructor', '__proto__', 'status.x', '$where', 'nothing'])
      expect(() => fieldOf(itemKind, name)).to.throw(TypeError);
  });

  it('sort ties by id upwards, whatever the direction', () => {
    expect(sortOf(itemKind, { by: 'rank', direction: 'desc' })).to.deep.equal({ 'a.rank': -1, i: 1 });
    expect(sortOf(itemKind, { by: 'id', direction: 'desc' })).to.deep.equal({ i: -1 });
  });

  it('continue after a position in two bounded walks', () => {
    const after = { value: 2, id: 'c' };
    expect(partsBehind(itemKind, { by: 'rank', direction: 'desc' }, after)).to.deep.equal([
      [{ 'a.rank': 2 }, { i: { $gt: 'c' } }],
      [{ 'a.rank': { $lt: 2 } }],
    ]);
    expect(partsBehind(itemKind, { by: 'id', direction: 'desc' }, after)).to.deep.equal([
      [{ i: { $lt: 'c' } }],
    ]);
  });
});

import { expect } from 'chai';
import type { Row } from './contest.js';
import { atLeast, atMost, reached, shareOf, worstFirst } from './goal.js';

const row = (role: Row['role'], perSecond: number, cpuMicros: number | undefined): Row => ({
  role,
  name: role,
  perSecond,
  p50Ms: 1,
  p99Ms: 2,
  cpuMicros,
  residentMb: 50,
  failed: 0,
  failedShare: 0,
});

describe('goals of the bench', () => {
  it('are listed worst shortfall first, after everything not measured', () => {
    const goals = [
      atLeast('kept', 300, 200),
      atMost('a little too much', 6, 5),
      atLeast('half', 100, 200),
      atMost('not measured', Number.NaN, 5),
    ];
    expect(worstFirst(goals).map(({ what }) => what)).to.deep.equal([
      'not measured',
      'half',
      'a little too much',
      'kept',
    ]);
    expect(goals.map((goal) => reached(goal) >= 1)).to.deep.equal([true, false, false, false]);
  });

  it('compute shares of another one in the same run, by requests per second and by CPU time', () => {
    const rows = [row('floor', 500, 200), row('product', 400, 400)];
    expect([shareOf(rows, 'floor'), shareOf(rows, 'floor', 'cpu')]).to.deep.equal([0.8, 0.5]);
    expect(shareOf(rows, 'limit')).to.deep.equal(Number.NaN);
  });
});

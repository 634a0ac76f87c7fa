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

  it('are missed by a figure that came of no answer at all, and kept by none of what must not be', () => {
    const broken = [
      atLeast('of a floor that answered nothing', 5 / 0, 0.7),
      atMost('refused of none', 0 / 0, 0.01),
    ];
    expect(broken.map(reached)).to.deep.equal([0, 0]);
    expect(reached(atMost('refused', 0, 0.01))).to.be.above(1);
  });

  it('take shares of another one of the same run, by requests a second and by CPU time', () => {
    const rows = [row('floor', 500, 200), row('product', 400, 400)];
    expect([shareOf(rows, 'floor'), shareOf(rows, 'floor', 'cpu')]).to.deep.equal([0.8, 0.5]);
    expect(shareOf(rows, 'limit')).to.deep.equal(Number.NaN);
  });
});

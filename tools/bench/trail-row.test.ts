import { expect } from 'chai';
import { reached } from './goal.js';
import { type TrailRow, trailGoals, trailTable } from './trail-row.js';

const row: TrailRow = {
  what: 'GET verify',
  events: 1_000_000,
  seconds: 4,
  cpuMs: 2_000,
  aboveIdleMb: 101,
  served: { turns: { clockMs: 51, cpuMs: 8 }, waitP99Ms: 9, waitMaxMs: 22 },
  aim: { perSecond: 100_000, mb: 100 },
};

describe('what a long trail takes', () => {
  it('is meant to keep to events a second, to memory above idle and to short turns', () => {
    const goals = trailGoals(row);
    expect(goals.map(({ what, measured, goal }) => [what, measured, goal])).to.deep.equal([
      ['GET verify, events a second', 250_000, 100_000],
      ['GET verify, MB above idle', 101, 100],
      ['GET verify, ms of the longest turn', 51, 50],
    ]);
    expect(goals.map((goal) => reached(goal) >= 1)).to.deep.equal([true, false, false]);
  });

  it('holds nobody up where it has no other aim, and nobody to hold up as a command', () => {
    const { served, aim, ...plain } = row;
    expect(trailGoals({ ...plain, served } as TrailRow)).to.have.length(1);
    expect(trailGoals({ ...plain, aim } as TrailRow)).to.have.length(2);
    expect(trailGoals(plain)).to.deep.equal([]);
  });

  it('is told with the longest turn by the clock and by processor time', () => {
    const { served: _, ...command } = row;
    expect(trailTable([row, { ...command, what: 'audit verify' }]).split('\n')).to.deep.equal([
      '                 events     s  events/s  per CPU s  MB above idle  longest turn ms  of CPU  others p99 ms   max',
      'GET verify    1,000,000  4.00   250,000    500,000            101             51.0     8.0            9.0  22.0',
      'audit verify  1,000,000  4.00   250,000    500,000            101                -       -              -     -',
    ]);
  });
});

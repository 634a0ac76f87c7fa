import { expect } from 'chai';
import { reached, worstFirst } from './goal.js';
import { growthGoals } from './growth-goals.js';

describe('what reads are meant to keep to as a tenant grows', () => {
  const goals = growthGoals({
    rows: [
      { id: 'listGroups', isList: true, before: 2, after: 4 },
      { id: 'readGroup', isList: false, before: 0.1, after: 0.3 },
    ],
    failed: [{ id: 'readUser', why: 'it answered 500' }],
  });

  it('is half as much again, and so many milliseconds; less than the clock tells is no growth', () => {
    expect(goals.slice(1).map(({ what, measured, goal }) => [what, measured, goal])).to.deep.equal([
      ['listGroups, times at ten times the size', 2, 1.5],
      ['listGroups, ms at ten times the size', 4, 10],
      ['readGroup, times at ten times the size', 1, 1.5],
      ['readGroup, ms at ten times the size', 0.3, 5],
    ]);
  });

  it('is missed before all by a read that failed', () => {
    const [first] = worstFirst(goals);
    expect(first?.what).to.equal('readUser, answered at ten times the size');
    expect(first === undefined ? 1 : reached(first)).to.equal(0);
  });
});

import { expect } from 'chai';
import { planLanes } from './lanes.js';

const SECONDS = { 'd.test.ts': 8, 'b.test.ts': 5, 'a.test.ts': 4, 'e.test.ts': 3 };

describe('the lanes of a test run', () => {
  it('share the work evenly, the longest first, each in the order of names', () => {
    const files = ['a.test.ts', 'b.test.ts', 'c.test.ts', 'd.test.ts', 'e.test.ts'];
    expect(planLanes(files, SECONDS, 2)).to.deep.equal({
      beside: [
        { name: 'lane 1', files: ['d.test.ts', 'e.test.ts'] },
        { name: 'lane 2', files: ['a.test.ts', 'b.test.ts', 'c.test.ts'] },
      ],
      alone: [],
    });
  });

  it('are the same whatever order the files come in', () => {
    const files = ['e.test.ts', 'x.test.ts', 'd.test.ts', 'b.test.ts', 'y.test.ts', 'a.test.ts'];
    expect(planLanes(files, SECONDS, 3)).to.deep.equal(planLanes([...files].reverse(), SECONDS, 3));
  });

  it('leave what measures times for the end, alone', () => {
    const measuring = 'packages/server/src/e2e/prove/l1-limits.e2e.test.ts';
    expect(planLanes(['a.test.ts', measuring], {}, 2)).to.deep.equal({
      beside: [{ name: 'lane 1', files: ['a.test.ts'] }],
      alone: [{ name: 'alone', files: [measuring] }],
    });
  });
});

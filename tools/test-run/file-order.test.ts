import { expect } from 'chai';
import { orderFiles } from './file-order.js';

const SECONDS = {
  'd.test.ts': { seconds: 8, cpu: 8 },
  'b.test.ts': { seconds: 5, cpu: 4 },
  'a.test.ts': { seconds: 4, cpu: 3 },
  'e.test.ts': { seconds: 3, cpu: 3 },
  'w.test.ts': { seconds: 2, cpu: 0 },
  'v.test.ts': { seconds: 9, cpu: 1 },
};

describe('the files of a test run', () => {
  it('are started longest first, and otherwise by name', () => {
    const files = ['f.test.ts', 'a.test.ts', 'b.test.ts', 'c.test.ts', 'd.test.ts', 'e.test.ts'];
    expect(orderFiles(files, SECONDS)).to.deep.equal({
      beside: {
        computing: ['d.test.ts', 'b.test.ts', 'a.test.ts', 'e.test.ts', 'c.test.ts', 'f.test.ts'],
        waiting: [],
      },
      building: [],
      alone: [],
    });
  });

  it('are parted into those that compute and those that wait for most of their time', () => {
    expect(orderFiles(['a.test.ts', 'w.test.ts', 'v.test.ts'], SECONDS).beside).to.deep.equal({
      computing: ['a.test.ts'],
      waiting: ['v.test.ts', 'w.test.ts'],
    });
  });

  it('run alone at the end where they measure times', () => {
    const measuring = 'packages/server/src/e2e/prove/l1-flood.e2e.test.ts';
    expect(orderFiles(['a.test.ts', measuring], {})).to.deep.equal({
      beside: { computing: ['a.test.ts'], waiting: [] },
      building: [],
      alone: [measuring],
    });
  });

  it('run in one lane where they build what others of them run', () => {
    const building = ['tools/packages/image.test.ts', 'packages/server/src/e2e/bundled-command.e2e.test.ts'];
    expect(orderFiles(['a.test.ts', ...building], {})).to.deep.equal({
      beside: { computing: ['a.test.ts'], waiting: [] },
      building: [...building].reverse(),
      alone: [],
    });
  });
});

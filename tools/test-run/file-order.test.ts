import { expect } from 'chai';
import { orderFiles } from './file-order.js';

const SECONDS = {
  'd.test.ts': { seconds: 8, cpu: 8 },
  'b.test.ts': { seconds: 5, cpu: 1 },
  'u.test.ts': { seconds: 40, cpu: 30 },
  'v.test.ts': { seconds: 60, cpu: 10 },
  'w.test.ts': { seconds: 20, cpu: 19 },
};

describe('the files of a test run', () => {
  it('are started longest first where they are short, and otherwise by name', () => {
    const files = ['f.test.ts', 'b.test.ts', 'c.test.ts', 'd.test.ts'];
    expect(orderFiles(files, SECONDS)).to.deep.equal({
      beside: { long: [], short: ['d.test.ts', 'b.test.ts', 'c.test.ts', 'f.test.ts'] },
      building: [],
      alone: [],
    });
  });

  it('are ordered by the share of their time that they compute where they are long', () => {
    const files = ['u.test.ts', 'd.test.ts', 'v.test.ts', 'w.test.ts'];
    expect(orderFiles(files, SECONDS).beside).to.deep.equal({
      long: ['w.test.ts', 'u.test.ts', 'v.test.ts'],
      short: ['d.test.ts'],
    });
  });

  it('run alone at the end where they measure times', () => {
    const measuring = 'packages/server/src/e2e/prove/l1-flood.e2e.test.ts';
    expect(orderFiles(['a.test.ts', measuring], {})).to.deep.equal({
      beside: { long: [], short: ['a.test.ts'] },
      building: [],
      alone: [measuring],
    });
  });

  it('run in one lane where they build what others of them run', () => {
    const building = ['tools/packages/image.test.ts', 'packages/server/src/e2e/bundled-command.e2e.test.ts'];
    expect(orderFiles(['a.test.ts', ...building], {})).to.deep.equal({
      beside: { long: [], short: ['a.test.ts'] },
      building: [...building].reverse(),
      alone: [],
    });
  });
});

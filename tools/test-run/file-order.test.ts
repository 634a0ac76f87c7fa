import { expect } from 'chai';
import { orderFiles } from './file-order.js';

const SECONDS = { 'd.test.ts': 8, 'b.test.ts': 5, 'a.test.ts': 4, 'e.test.ts': 3 };

describe('the files of a test run', () => {
  it('are started longest first, and otherwise by name', () => {
    const files = ['f.test.ts', 'a.test.ts', 'b.test.ts', 'c.test.ts', 'd.test.ts', 'e.test.ts'];
    expect(orderFiles(files, SECONDS)).to.deep.equal({
      beside: ['d.test.ts', 'b.test.ts', 'a.test.ts', 'e.test.ts', 'c.test.ts', 'f.test.ts'],
      building: [],
      alone: [],
    });
  });

  it('run alone at the end where they measure times', () => {
    const measuring = 'packages/server/src/e2e/prove/l1-flood.e2e.test.ts';
    expect(orderFiles(['a.test.ts', measuring], {})).to.deep.equal({
      beside: ['a.test.ts'],
      building: [],
      alone: [measuring],
    });
  });

  it('run in one lane where they build what others of them run', () => {
    const building = ['tools/packages/image.test.ts', 'packages/server/src/e2e/bundled-command.e2e.test.ts'];
    expect(orderFiles(['a.test.ts', ...building], {})).to.deep.equal({
      beside: ['a.test.ts'],
      building: [...building].reverse(),
      alone: [],
    });
  });
});

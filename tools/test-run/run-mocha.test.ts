import { expect } from 'chai';
import { runMocha } from './run-mocha.js';
import type { MochaResult } from './totals.js';

const FIXTURES = 'tools/test-run/testing';

const runQuietly = (...args: readonly string[]): Promise<MochaResult> => runMocha(args, {}, { show: false });

const countsOf = ({ passed, failed, skipped }: MochaResult) => ({ passed, failed, skipped });

describe('a lane', function () {
  this.timeout(60_000);

  it('gives mocha’s counts, each failure whole, and how long each file took', async () => {
    const result = await runQuietly(`${FIXTURES}/passes-and-fails.ts`);
    expect(countsOf(result)).to.deep.equal({ passed: 1, failed: 1, skipped: 1 });
    expect(result.skippedSuites).to.deep.equal(['a file of all sorts']);
    expect(result.files.map(({ name }) => name)).to.deep.equal([`${FIXTURES}/passes-and-fails.ts`]);
    const [report = ''] = result.reports;
    for (const part of ['a file of all sorts', 'fails', '-  "a": 1', '+  "a": 2', 'passes-and-fails.ts:'])
      expect(report).to.contain(part);
  });

  it('that dies is a failure, even where it ends with code 0, and tells the test that ran', async () => {
    const result = await runQuietly(`${FIXTURES}/leaves-at-once.ts`);
    expect(countsOf(result)).to.deep.equal({ passed: 1, failed: 1, skipped: 0 });
    expect(result.reports).to.deep.equal([
      'mocha ended with code 0 in "a file that leaves ends the process"',
    ]);
  });

  it('that does not load is a failure', async () => {
    const result = await runQuietly(`${FIXTURES}/does-not-load.ts`);
    expect(countsOf(result)).to.deep.equal({ passed: 0, failed: 1, skipped: 0 });
  });

  it('refuses what runs alone where that is forbidden', async () => {
    const result = await runQuietly('--forbid-only', `${FIXTURES}/runs-alone.ts`);
    expect(countsOf(result)).to.deep.equal({ passed: 0, failed: 1, skipped: 0 });
  });
});

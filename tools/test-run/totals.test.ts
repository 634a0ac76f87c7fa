import { expect } from 'chai';
import { closingLine, resultOf, succeeded, summed } from './totals.js';

const totals = (passed: number, failed: number, skipped: number) => ({ passed, failed, skipped });

describe('the end of a test run', () => {
  it('is reported in one plain line', () => {
    expect(closingLine(totals(12, 1, 3))).to.equal('12 passed, 1 failed, 3 skipped');
  });

  it('is a success only if something passed and nothing failed', () => {
    const verdicts = [totals(1, 0, 0), totals(0, 0, 0), totals(5, 1, 0)].map((one) => succeeded(one, false));
    expect(verdicts).to.deep.equal([true, false, false]);
  });

  it('treats skipped tests as a failure only where they are forbidden', () => {
    expect([succeeded(totals(5, 0, 2), false), succeeded(totals(5, 0, 2), true)]).to.deep.equal([
      true,
      false,
    ]);
  });

  it('sums the results of the lanes, and ended only if each of them did', () => {
    const whole = resultOf([
      { kind: 'open', file: 'a.test.ts' },
      { kind: 'begin', test: 'a' },
      { kind: 'pass', test: 'a', seconds: 2 },
      { kind: 'skip', suite: 'left out' },
      { kind: 'skip', suite: 'left out' },
      { kind: 'file', file: 'a.test.ts', seconds: 3, tests: 3 },
      { kind: 'close', file: 'a.test.ts' },
      { kind: 'end' },
    ]);
    const broken = resultOf([
      { kind: 'open', file: 'b.test.ts' },
      { kind: 'begin', test: 'b' },
      { kind: 'fail', test: 'b', report: 'b failed' },
      { kind: 'begin', test: 'c' },
    ]);
    expect([whole.ended, broken.ended, broken.running]).to.deep.equal([true, false, 'c']);
    expect(summed([whole, broken])).to.deep.equal({
      passed: 1,
      failed: 1,
      skipped: 2,
      skippedSuites: ['left out'],
      reports: ['b failed'],
      files: [{ name: 'a.test.ts', seconds: 3 }],
      tests: [{ name: 'a', seconds: 2 }],
      runs: [
        { file: 'a.test.ts', passed: ['a'], failures: [], skipped: 2 },
        { file: 'b.test.ts', passed: [], failures: [{ report: 'b failed', test: 'b' }], skipped: 0 },
      ],
      ended: false,
    });
  });
});

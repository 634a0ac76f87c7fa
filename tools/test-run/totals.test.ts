import { expect } from 'chai';
import { closingLine, succeeded } from './totals.js';

const totals = (passed: number, failed: number, skipped: number) => ({ passed, failed, skipped });

describe('the end of a test run', () => {
  it('is told in one plain line', () => {
    expect(closingLine(totals(12, 1, 3))).to.equal('12 passed, 1 failed, 3 skipped');
  });

  it('is a success only if something passed and nothing failed', () => {
    const verdicts = [totals(1, 0, 0), totals(0, 0, 0), totals(5, 1, 0)].map((one) => succeeded(one, false));
    expect(verdicts).to.deep.equal([true, false, false]);
  });

  it('takes skipped tests for a failure only where they are forbidden', () => {
    expect([succeeded(totals(5, 0, 2), false), succeeded(totals(5, 0, 2), true)]).to.deep.equal([
      true,
      false,
    ]);
  });
});

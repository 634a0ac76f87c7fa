import { expect } from 'chai';
import type { Row } from './contest.js';
import { median, medianOf } from './median.js';
import { contestTable } from './print-table.js';

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

describe('the table of a contest', () => {
  it('shows shares of the limit and the floor of the same run, by requests and by CPU time', () => {
    const rows = [row('limit', 1_000, 100), row('floor', 500, 200), row('product', 400, 250)];
    expect(contestTable(rows).split('\n')).to.deep.equal([
      '         req/s  of limit  of floor  p50 ms  p99 ms  CPU µs/req  of limit  of floor  RSS MB  failed',
      'limit     1000      1.00      2.00    1.00    2.00         100      1.00      2.00      50       0',
      'floor      500      0.50      1.00    1.00    2.00         200      0.50      1.00      50       0',
      'product    400      0.40      0.80    1.00    2.00         250      0.40      0.80      50       0',
    ]);
  });

  it('has dashes where the machine reports no CPU time and where a yardstick is missing', () => {
    expect(contestTable([row('product', 400, undefined)]).split('\n')[1]).to.equal(
      'product    400         -         -    1.00    2.00           -         -         -      50       0',
    );
  });
});

describe('median', () => {
  it('is one of the measured values', () => {
    expect([median([3, 1, 2]), median([4, 1, 2, 3]), medianOf([undefined, 7]), medianOf([])]).to.deep.equal([
      2,
      2,
      7,
      undefined,
    ]);
  });
});

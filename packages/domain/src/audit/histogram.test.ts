import { expect } from 'chai';
import { bucketEnd, bucketStart, bucketStarts, MOST_BUCKETS } from './histogram.js';

describe('the buckets of a histogram', () => {
  it('begin at full minutes, hours and days in UTC', () => {
    const instant = '2026-03-04T05:06:07.890Z';
    expect(bucketStart(instant, 'minute')).to.equal('2026-03-04T05:06:00.000Z');
    expect(bucketStart(instant, 'hour')).to.equal('2026-03-04T05:00:00.000Z');
    expect(bucketStart(instant, 'day')).to.equal('2026-03-04T00:00:00.000Z');
  });

  it('end where the next one begins', () => {
    const last = '2026-02-28T23:59:59.999Z';
    for (const interval of ['minute', 'hour', 'day'] as const)
      expect(bucketEnd(last, interval)).to.equal('2026-03-01T00:00:00.000Z');
    expect(bucketEnd('2026-03-01T00:00:00.000Z', 'minute')).to.equal('2026-03-01T00:01:00.000Z');
  });

  it('cover a range without gaps, from the bucket of its first moment to that of its last', () => {
    expect(bucketStarts('2026-02-28T22:30:00.000Z', '2026-03-01T01:00:00.000Z', 'hour')).to.deep.equal([
      '2026-02-28T22:00:00.000Z',
      '2026-02-28T23:00:00.000Z',
      '2026-03-01T00:00:00.000Z',
    ]);
    expect(bucketStarts('2026-02-28T22:30:00.000Z', '2026-03-01T00:00:00.001Z', 'day')).to.deep.equal([
      '2026-02-28T00:00:00.000Z',
      '2026-03-01T00:00:00.000Z',
    ]);
  });

  it('are a limited number', () => {
    const from = '2026-01-01T00:00:00.000Z';
    expect(bucketStarts(from, '2026-01-01T16:40:00.000Z', 'minute')?.length).to.equal(MOST_BUCKETS);
    expect(bucketStarts(from, '2026-01-01T16:40:00.001Z', 'minute')).to.equal(undefined);
    expect(bucketStarts(from, '9999-12-31T23:59:59.999Z', 'day')).to.equal(undefined);
  });
});

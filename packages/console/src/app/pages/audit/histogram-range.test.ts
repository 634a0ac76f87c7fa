import { expect } from 'chai';
import { barRange, histogramRange } from './histogram-range.js';

const now = new Date('2026-03-05T10:20:30.000Z');

describe('histogramRange', () => {
  it('counts by minute, hour or day, by how long the range is', () => {
    const of = (from: string, to?: string) => histogramRange({ from, to }, now);
    expect(of('2026-03-05T09:20:30Z')).to.deep.equal({
      interval: 'minute',
      from: '2026-03-05T09:20:30.000Z',
      to: '2026-03-05T10:20:30.000Z',
    });
    expect(of('2026-03-04T00:00:00Z', '2026-03-05T00:00:00Z')?.interval).to.equal('hour');
    expect(of('2026-02-01T00:00:00Z')?.interval).to.equal('day');
  });

  it('shows the last week of a list without a beginning', () => {
    expect(histogramRange({}, now)).to.deep.equal({
      interval: 'day',
      from: '2026-02-26T10:20:30.000Z',
      to: '2026-03-05T10:20:30.000Z',
    });
  });

  it('shows nothing of what is no range, or longer than a year', () => {
    for (const from of ['yesterday', '2026-03-06T00:00:00Z', '2024-01-01T00:00:00Z'])
      expect(histogramRange({ from }, now), from).to.equal(undefined);
  });
});

describe('barRange', () => {
  it('is as long as the interval', () => {
    expect(barRange('2026-03-05T10:00:00.000Z', 'day')).to.deep.equal({
      from: '2026-03-05T10:00:00.000Z',
      to: '2026-03-06T10:00:00.000Z',
    });
  });
});

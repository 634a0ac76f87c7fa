import { expect } from 'chai';
import { healthSpans } from './health-spans.js';

const at = (hour: number): string => new Date(hour * 3_600_000).toISOString();
const HOUR = 3_600_000;

describe('healthSpans', () => {
  it('goes back from what is now, change by change, to the beginning', () => {
    const changes = [
      { occurredAt: at(9), fromStatus: 'unhealthy', toStatus: 'healthy' },
      { occurredAt: at(8), fromStatus: null, toStatus: null },
      { occurredAt: at(5), fromStatus: 'healthy', toStatus: 'unhealthy' },
      { occurredAt: at(-5), fromStatus: 'unknown', toStatus: 'healthy' },
    ];
    expect(healthSpans(changes, 'healthy', { start: 0, end: 10 * HOUR })).to.deep.equal([
      { status: 'healthy', since: 0, from: 0, length: 0.5 },
      { status: 'unhealthy', since: 5 * HOUR, from: 0.5, length: 0.4 },
      { status: 'healthy', since: 9 * HOUR, from: 0.9, length: 0.1 },
    ]);
  });

  it('is one span where nothing changed', () => {
    expect(healthSpans([], 'unknown', { start: 0, end: HOUR })).to.deep.equal([
      { status: 'unknown', since: 0, from: 0, length: 1 },
    ]);
  });
});

import { expect } from 'chai';
import { relativeTime } from './relative-time.js';

describe('relativeTime', () => {
  it('says how long ago or ahead, in the largest unit that fits', () => {
    const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
    expect(
      [-90 * minute, -minute, -3 * day, -40 * day, -800 * day, 5 * minute, 36 * hour].map((by) =>
        relativeTime(1e12 + by, 1e12),
      ),
    ).to.deep.equal([
      '1 hour ago',
      '1 minute ago',
      '3 days ago',
      '1 month ago',
      '2 years ago',
      'in 5 minutes',
      'in 1 day',
    ]);
  });

  it('does not count seconds', () => {
    expect([-59_000, -1, 0, 59_000].map((by) => relativeTime(by, 0))).to.deep.equal([
      'just now',
      'just now',
      'in less than a minute',
      'in less than a minute',
    ]);
  });
});

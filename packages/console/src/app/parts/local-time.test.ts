import { expect } from 'chai';
import { instantOf, presetsAt, typedOf } from './local-time.js';

// Whatever zone the tests run in.
const local = (text: string): string => new Date(text).toISOString();

describe('instantOf', () => {
  it('takes a day without a time: from its start, or to its end', () => {
    expect([instantOf('2026-03-01', 'from'), instantOf('2026-03-01', 'to')]).to.deep.equal([
      local('2026-03-01T00:00'),
      local('2026-03-02T00:00'),
    ]);
  });

  it('takes a time in the zone of the viewer', () => {
    expect([instantOf('2026-03-01 14:30', 'from'), instantOf('2026-03-01T14:30:05', 'to')]).to.deep.equal([
      local('2026-03-01T14:30'),
      local('2026-03-01T14:30:05'),
    ]);
  });

  it('leaves instants and anything else to the API', () => {
    for (const text of ['2026-03-01T14:30:00Z', '2026-13-41', 'yesterday', ''])
      expect(instantOf(text, 'from')).to.equal(text);
  });
});

describe('typedOf', () => {
  it('shows an instant as it would be typed, so that both agree', () => {
    for (const typed of ['2026-03-01 14:30', '2026-03-01 14:30:05', '2026-03-01 00:00'])
      expect(typedOf(instantOf(typed, 'from'))).to.equal(typed);
    expect(typedOf('yesterday')).to.equal('yesterday');
  });
});

describe('presetsAt', () => {
  it('begins days where they begin for the viewer', () => {
    expect(presetsAt(new Date('2026-03-05T10:20:30'))).to.deep.equal([
      { name: 'lastHour', from: local('2026-03-05T09:20:30'), to: undefined },
      { name: 'lastDay', from: local('2026-03-04T10:20:30'), to: undefined },
      { name: 'today', from: local('2026-03-05T00:00'), to: undefined },
      { name: 'yesterday', from: local('2026-03-04T00:00'), to: local('2026-03-05T00:00') },
      { name: 'lastWeek', from: local('2026-02-27T00:00'), to: undefined },
    ]);
  });
});

import { expect } from 'chai';
import { byUrgency, type Waiting } from './by-urgency.js';

describe('byUrgency', () => {
  it('puts what runs out first on top, then what waits longest', () => {
    const waiting = (id: string, since: string | null, until: string | null): Waiting => ({
      kind: 'agent',
      id,
      name: id,
      team: 't',
      by: 'u',
      since,
      until,
      path: id,
      actions: [],
    });
    const [early, late] = ['2026-01-01T00:00:00Z', '2026-06-01T00:00:00Z'];
    const sorted = [
      waiting('waits short', late, null),
      waiting('runs out late', early, '2026-07-02T00:00:00Z'),
      waiting('waits long', early, null),
      waiting('runs out soon', late, '2026-07-01T00:00:00Z'),
      waiting('waits since unknown', null, null),
    ].sort(byUrgency);
    expect(sorted.map(({ id }) => id)).to.deep.equal([
      'runs out soon',
      'runs out late',
      'waits since unknown',
      'waits long',
      'waits short',
    ]);
  });
});

import { expect } from 'chai';
import { describe, it } from 'mocha';
import { manualClock } from './manual-clock.js';
import { sequentialIds } from './sequential-ids.js';

describe('manual clock', () => {
  it('moves only when advanced', () => {
    const clock = manualClock('2026-01-01T00:00:00.000Z');
    const before = clock.now();
    clock.advance(61_001);
    expect([before, clock.now()]).to.deep.equal(['2026-01-01T00:00:00.000Z', '2026-01-01T00:01:01.001Z']);
    clock.set('2027-01-01T00:00:00.000Z');
    expect(clock.epochMs()).to.equal(Date.parse('2027-01-01T00:00:00.000Z'));
  });
});

describe('sequential ids', () => {
  it('count up for each kind with its prefix', () => {
    const ids = sequentialIds();
    expect([ids.mint('auditEvent'), ids.mint('auditEvent'), ids.mint('revocation')]).to.deep.equal([
      'evt_00000001',
      'evt_00000002',
      'rev_00000001',
    ]);
  });
});

import type { SealedAuditEvent } from '@govgate/domain';
import { anEvent } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { CommittedEvents } from './committed-events.js';

const event = (sequence: number, hash = `h${sequence}`, prevHash = `h${sequence - 1}`): SealedAuditEvent => ({
  ...anEvent({ tenantId: 'acme' }),
  sequence,
  hash,
  prevHash,
});

const remembered = (...events: SealedAuditEvent[]): string[] => {
  const committed = new CommittedEvents();
  for (const one of events) committed.add([one]);
  return committed.of('acme').map(({ hash }) => hash);
};

describe('what a process remembers of its commits', () => {
  it('is the last event of each run, which vouches for those before it', () => {
    expect(remembered(event(5), event(6), event(7))).to.deep.equal(['h7']);
    expect(remembered(event(5), event(8), event(9))).to.deep.equal(['h5', 'h9']);
  });

  it('is the first of two events with one number, and the last before an event that continues another one', () => {
    expect(remembered(event(5), event(6), event(6, 'other'))).to.deep.equal(['h6']);
    expect(remembered(event(5), event(6), event(7, 'other', 'another'))).to.deep.equal(['h6', 'other']);
  });

  it('is forgotten once it was found in a sound trail: what is signed, and all but the last of the rest', () => {
    const committed = new CommittedEvents();
    committed.add([event(5), event(8), event(11)]);
    const found = committed.of('acme');
    committed.add([event(20)]);
    committed.found('acme', found, 6);
    expect(committed.of('acme').map(({ sequence }) => sequence)).to.deep.equal([11, 20]);
    committed.found('acme', committed.of('acme'), 20);
    expect(committed.tenants()).to.deep.equal([]);
  });
});

import { expect } from 'chai';
import fc from 'fast-check';
import { instantOf } from './instant.js';
import { type Revocation, sequenceRevocation } from './revocation.js';

const decidedAt = (effectiveAt: string): Revocation => ({
  revocationId: 'rev_1',
  tenantId: 'acme',
  environmentId: 'production',
  subjectType: 'agent',
  subjectId: 'agt_sales',
  effectiveAt,
  reasonCode: 'compromised',
});

describe('the position of a revocation in its feed', () => {
  const revocation = decidedAt('2026-03-01T12:00:00.000Z');

  it('takes effect when it is written, if that is after its decision: what began between them is covered', () => {
    expect(sequenceRevocation(revocation, 7, '2026-03-01T12:00:02.500Z')).to.deep.equal({
      ...revocation,
      effectiveAt: '2026-03-01T12:00:02.500Z',
      sequence: 7,
    });
  });

  it('keeps its own time where the time of writing is unknown, or comes from a clock that is behind', () => {
    const placed = { ...revocation, sequence: 1 };
    expect(sequenceRevocation(revocation, 1)).to.deep.equal(placed);
    expect(sequenceRevocation(revocation, 1, '2026-03-01T11:59:59.999Z')).to.deep.equal(placed);
  });

  it('never takes effect before it was decided or before it is written', () => {
    const moment = fc.integer({ min: 0, max: 4_000_000_000_000 }).map(instantOf);
    fc.assert(
      fc.property(moment, moment, (decided, written) => {
        const { effectiveAt } = sequenceRevocation(decidedAt(decided), 1, written);
        expect([decided, written].sort()[1]).to.equal(effectiveAt);
      }),
    );
  });
});

import { expect } from 'chai';
import fc from 'fast-check';
import { FirstSlots } from './first-slots.js';

describe('the first slots of many', () => {
  it('are those that a full sort would put first, whatever the order in which they are offered', () => {
    const values = fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 40 });
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 9 }), (offered, wanted) => {
        // Ranks run against the insertion order, as ids may.
        const entries = offered.map((value, slot) => ({ value, rank: offered.length - slot, slot }));
        const first = new FirstSlots(wanted);
        for (const { value, rank, slot } of entries) first.offer(value, rank, slot);
        const sorted = [...entries].sort((a, b) => a.value - b.value || a.rank - b.rank);
        expect(first.inOrder()).to.deep.equal(sorted.slice(0, wanted).map(({ slot }) => slot));
      }),
      { numRuns: 300 },
    );
  });
});

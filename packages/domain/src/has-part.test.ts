import { expect } from 'chai';
import fc from 'fast-check';
import { hasPart } from './has-part.js';

const text = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b', '\u{1f600}'), maxLength });

describe('hasPart', () => {
  it('finds what `includes` finds', () => {
    fc.assert(
      fc.property(text(24), text(6), (whole, part) => {
        expect(hasPart(whole, part)).to.equal(whole.includes(part));
      }),
      { numRuns: 2000 },
    );
    expect([hasPart('', ''), hasPart('a', ''), hasPart('', 'a')]).to.deep.equal([true, true, false]);
  });
});

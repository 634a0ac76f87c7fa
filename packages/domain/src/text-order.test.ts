import { expect } from 'chai';
import fc from 'fast-check';
import { anyText } from '../../../tools/test-values/any-text.js';
import { compareText } from './text-order.js';

const sign = (order: number): number => Math.sign(order);

// Mostly texts that differ where UTF-16 units and code points disagree.
const text = fc.oneof(
  anyText(),
  fc
    .array(fc.constantFrom('a', 'b', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{1f600}', '\u{10ffff}'))
    .map((parts) => parts.join('')),
);

describe('compareText', () => {
  it('orders like the bytes of UTF-8, which is how the stores order', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(sign(compareText(a, b))).to.equal(sign(Buffer.compare(Buffer.from(a), Buffer.from(b))));
      }),
      { numRuns: 1000 },
    );
  });

  it('orders a lone surrogate as the code point that it is, before a pair and before what follows the surrogates', () => {
    const inOrder = [
      '\ud7ff',
      '\ud83d',
      '\ud83da',
      '\ud83d\uffff',
      '\ude00',
      '\ue000',
      '\uffff',
      '\u{1f600}',
    ];
    expect([...inOrder].reverse().sort(compareText)).to.deep.equal(inOrder);
  });

  it('is a total order: equal only to itself, reversed by swapping the texts', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(compareText(a, b) === 0).to.equal(a === b);
        expect(sign(compareText(a, b))).to.equal(-sign(compareText(b, a)) || 0);
      }),
    );
  });

  it('puts a prefix first and an emoji behind every two-byte unit', () => {
    expect(['ab', '\u{1f600}', '', '\uffff', 'a', 'B'].sort(compareText)).to.deep.equal([
      '',
      'B',
      'a',
      'ab',
      '\uffff',
      '\u{1f600}',
    ]);
  });
});

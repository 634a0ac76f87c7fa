import { expect } from 'chai';
import fc from 'fast-check';
import { buildTextAutomaton } from './text-automaton.js';

const texts = fc.uniqueArray(fc.string({ unit: fc.constantFrom('a', 'b', '\u{1f600}'), maxLength: 6 }), {
  maxLength: 12,
});

describe('buildTextAutomaton', () => {
  it('finds the prefixes and the parts of a text, each once', () => {
    fc.assert(
      fc.property(
        texts,
        texts,
        fc.array(fc.constantFrom('a', 'b', '\ud83d', '\ude00')),
        (starts, parts, units) => {
          const text = units.join('');
          const number = (list: readonly string[], from: number) =>
            new Map(list.map((one, i) => [one, from + i]));
          const automaton = buildTextAutomaton(number(starts, 0), number(parts, 100));
          const expected = [
            ...starts.flatMap((one, i) => (text.startsWith(one) ? [i] : [])),
            ...parts.flatMap((one, i) => (text.includes(one) ? [100 + i] : [])),
          ];
          expect([...automaton.find(text, [999])].sort((a, b) => a - b)).to.deep.equal([...expected, 999]);
          expect([...automaton.find(text, [])].sort((a, b) => a - b)).to.deep.equal(expected);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

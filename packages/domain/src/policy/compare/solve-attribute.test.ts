import { expect } from 'chai';
import fc from 'fast-check';
import type { Verdict } from '../evaluate-condition.js';
import type { PolicyCondition } from '../manifest.js';
import type { AttributeValue } from '../policy-request.js';
import { anyCondition } from '../testing/any-policy.js';
import { type AttributeLiteral, satisfies } from './attribute-literal.js';
import { solveAttribute } from './solve-attribute.js';

const holds = (
  operator: PolicyCondition['operator'],
  value: PolicyCondition['value'],
  ...allowed: Verdict[]
): AttributeLiteral => ({
  condition: { attribute: 'x', operator, value },
  allowed: allowed.length > 0 ? allowed : ['holds'],
});

const FEW_CHARACTERS = ['a', 'b', 'B', '\0', '1', '\uffff', '\u{1f600}', 'z'];

/** Every text of up to three characters from a small alphabet. */
const shortTexts = (): string[] => {
  const texts = [''];
  for (let from = 0, length = 0; length < 3; length += 1) {
    const to = texts.length;
    for (; from < to; from += 1) for (const one of FEW_CHARACTERS) texts.push(`${texts[from]}${one}`);
  }
  return texts;
};

const NUMBERS = [
  0,
  1,
  2,
  2.5,
  -1,
  10,
  9,
  1e308,
  -1e308,
  5e-324,
  1 + Number.EPSILON,
  0.5,
  1.5,
  9.5,
  100,
  -2,
  3,
  1.0000000001,
];

const EVERYTHING: readonly (AttributeValue | undefined)[] = [
  undefined,
  true,
  false,
  ...NUMBERS,
  ...shortTexts(),
  [],
  ['a'],
  ['', 'b'],
  ['a', 'b', 'ab', 'aba', 'ba', ''],
];

describe('solveAttribute', () => {
  it('finds values that lie between what is named', () => {
    expect(solveAttribute([holds('gt', 1), holds('lt', 2)])).to.deep.equal({ kind: 'value', value: 1.5 });
    expect(solveAttribute([holds('gt', 1), holds('lt', 1)])).to.deep.equal({ kind: 'none' });
    expect(solveAttribute([holds('gt', 'a'), holds('lt', 'a\0\0')])).to.deep.equal({
      kind: 'value',
      value: 'a\0',
    });
    expect(solveAttribute([holds('gt', 'a'), holds('lt', 'a\0')])).to.deep.equal({ kind: 'none' });
    const between = solveAttribute([
      holds('starts_with', '/srv/'),
      holds('not_starts_with', '/srv/x'),
      holds('contains', 'log'),
      holds('not_contains', '/log'),
      holds('lt', '/srv/b'),
    ]);
    expect(between).to.deep.include({ kind: 'value' });
  });

  it('overlaps parts where nothing else fits', () => {
    const literals = [holds('starts_with', 'ab'), holds('contains', 'ba'), holds('lte', 'aba')];
    expect(solveAttribute(literals)).to.deep.equal({ kind: 'value', value: 'aba' });
  });

  it('abandons a search that grows too large, and says so', () => {
    const literals = Array.from({ length: 24 }, (_, i) =>
      holds('contains', `${'ab'.repeat(12)}${i}`.slice(i % 7)),
    );
    const none = holds('starts_with', 'b', 'fails');
    expect(['value', 'limit']).to.include(solveAttribute([...literals, none, holds('lt', 'aa')]).kind);
  });

  it('finds a value wherever one exists over a small alphabet', () => {
    const allowed = fc.subarray<Verdict>(['holds', 'fails', 'undecidable'], { minLength: 1 });
    // A manifest with half of a character is refused.
    const sound = anyCondition.filter(({ value }) => !/\\ud[89a-f]/.test(JSON.stringify(value)));
    const literal = fc.record({ condition: sound, allowed });
    fc.assert(
      fc.property(fc.array(literal, { minLength: 1, maxLength: 5 }), (literals) => {
        const solution = solveAttribute(literals);
        expect(solution.kind).to.not.equal('limit');
        if (solution.kind === 'value') expect(satisfies(literals, solution.value)).to.equal(true);
        if (solution.kind === 'none')
          expect(EVERYTHING.filter((value) => satisfies(literals, value))).to.deep.equal([]);
      }),
      { numRuns: process.env.GOVGATE_TEST_LONG === '1' ? 20_000 : 1_000 },
    );
  });
});

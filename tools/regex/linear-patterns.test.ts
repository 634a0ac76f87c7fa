import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { analyse } from 'scslre';
import { patternsIn, productFiles } from './find-patterns.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Expressions that are assembled at run time, and why they are as fast as a literal. */
const MADE: Readonly<Record<string, string>> = {
  'packages/domain/src/redaction/find-token.ts': 'one of many fixed texts, without a quantifier',
};

/** What makes an expression slow on some text: two ways to read it, or a new start at each character. */
const slowness = (literal: RegExp): string =>
  analyse(literal)
    .reports.map(({ type, exponential }) => `${type}${exponential ? ', exponential' : ''}`)
    .join('; ');

// Input from callers reaches most of them sooner or later, so there are no exceptions.
describe('regular expressions of the product', () => {
  const patterns = productFiles(ROOT).flatMap((path) => patternsIn(ROOT, path));

  it('take time linear in the text', () => {
    expect(patterns.length).to.be.greaterThan(80);
    const slow = patterns.flatMap(({ place, literal }) => {
      const why = literal === undefined ? '' : slowness(literal);
      return why === '' ? [] : [`${place} ${literal}: ${why}`];
    });
    expect(slow).to.deep.equal([]);
  });

  it('are literals, except those whose reason is given here', () => {
    const made = patterns
      .filter(({ literal }) => literal === undefined)
      .map(({ place }) => place.split(':')[0]);
    expect(made).to.deep.equal(Object.keys(MADE));
  });

  it('would be reported if one were slow', () => {
    const text = `
      const a = /[?&][^=&]*(token|secret)[^=&]*=/i;
      const b = /(x+x+)+y/;
      const c = new RegExp(\`^\${name}\`);
      const d = /^[a-z]{1,20}$/;
    `;
    const [a, b, c, d] = patternsIn(ROOT, `${ROOT}/planted.ts`, text);
    expect(
      [a, b, d].map((one) => (one?.literal === undefined ? '' : slowness(one.literal)) !== ''),
    ).to.deep.equal([true, true, false]);
    expect(c?.literal).to.equal(undefined);
  });
});

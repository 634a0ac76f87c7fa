import { expect } from 'chai';
import fc from 'fast-check';
import { canonicalJson } from './canonical-json.js';
import { parseExactJson } from './exact-json.js';

const EXACT: readonly (readonly [string, unknown])[] = [
  ['9007199254740991', 9007199254740991],
  ['9007199254740993', 9007199254740993n],
  ['-9007199254740993', -9007199254740993n],
  ['18446744073709551615', 18446744073709551615n],
  ['1000000000000000000000', 10n ** 21n],
  ['1e21', 1e21],
  ['0.1000000000000000055', 0.1],
  ['"9007199254740993"', '9007199254740993'],
  ['"\\"9007199254740993"', '"9007199254740993'],
  ['["\\\\",9007199254740993]', ['\\', 9007199254740993n]],
  ['{"9007199254740993":[9007199254740993,"x"]}', { '9007199254740993': [9007199254740993n, 'x'] }],
];

describe('parseExactJson', () => {
  for (const [text, value] of EXACT)
    it(`keeps what ${text} says`, () => expect(parseExactJson(text)).to.deep.equal(value));

  it('keeps the digits of any integer, and reads anything else as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.jsonValue(), (integer, value) => {
        const text = JSON.stringify(value);
        expect(canonicalJson(parseExactJson(`[${integer},${text}]`))).to.equal(
          `[${integer},${canonicalJson(JSON.parse(text))}]`,
        );
      }),
    );
  });

  it('keeps a member called __proto__ as data', () => {
    const read = parseExactJson('{"__proto__":{"a":9007199254740993}}') as object;
    expect(Object.entries(read)).to.deep.equal([['__proto__', { a: 9007199254740993n }]]);
  });

  it('reads a number without end and deep nesting without delay', () => {
    const digits = '9'.repeat(1_000_000);
    expect(parseExactJson(digits)).to.equal(Number.POSITIVE_INFINITY);
    expect(parseExactJson(`${'['.repeat(9_000)}9007199254740993${']'.repeat(9_000)}`)).to.be.an('array');
  });

  it('refuses what is not JSON', () => {
    expect(() => parseExactJson('{"a":9007199254740993,}')).to.throw(SyntaxError);
  });
});

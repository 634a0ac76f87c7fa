import { createHash } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { anyText } from '../../../tools/test-values/any-text.js';
import { canonicalHash, canonicalJson, isWellFormed, type Json, sha256Hex } from './canonical-json.js';

/** The double with these 64 bits. */
const double = (hex: string): number => Buffer.from(hex, 'hex').readDoubleBE();

// RFC 8785, appendix B.
const NUMBERS: readonly (readonly [string, string])[] = [
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
];

describe('canonicalJson', () => {
  for (const [hex, text] of NUMBERS)
    it(`writes the number ${hex} as RFC 8785 does`, () => expect(canonicalJson(double(hex))).to.equal(text));

  it('has no form for numbers that JSON does not have', () => {
    for (const hex of ['7fffffffffffffff', '7ff0000000000000', 'fff0000000000000'])
      expect(() => canonicalJson(double(hex))).to.throw(TypeError);
  });

  // RFC 8785, section 3.2.2.
  it('writes the sample of RFC 8785', () => {
    const sample = JSON.parse(
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],' +
        '"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
    );
    expect(canonicalJson(sample)).to.equal(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  // RFC 8785, section 3.2.3.
  it('sorts keys by UTF-16 code units', () => {
    const sample = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\u{1f600}': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    expect(
      Object.values(
        JSON.parse(
          `[${canonicalJson(sample)
            .slice(1, -1)
            .replace(/"[^"]*":/g, '')}]`,
        ),
      ),
    ).to.deep.equal([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  it('has no form for what is not JSON', () => {
    const odd: unknown[] = [
      '\ud800',
      { '\udc00': 1 },
      undefined,
      [undefined],
      { a: undefined },
      () => 1,
      Symbol('x'),
    ];
    for (const value of odd) expect(() => canonicalJson(value as Json)).to.throw(TypeError);
  });

  it('keeps the digits of a bigint', () => {
    expect(canonicalJson({ a: [9007199254740993n] })).to.equal('{"a":[9007199254740993]}');
  });

  it('round-trips through JSON.parse for every JSON value', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(JSON.parse(canonicalJson(value))).to.deep.equal(value);
      }),
    );
  });

  it('is the same whatever the order of the keys', () => {
    const turned = (value: Json): Json => {
      if (Array.isArray(value)) return value.map(turned);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, member]) => [key, turned(member)]),
      );
    };
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(canonicalJson(turned(value))).to.equal(canonicalJson(value));
      }),
    );
  });
});

// What JSON itself can represent: no -0, no lone surrogates.
const anyJson: fc.Arbitrary<Json> = fc
  .json({ maxDepth: 4 })
  .map((text) => JSON.parse(text) as Json)
  .filter((value) => isWellFormed(JSON.stringify(value)) && !JSON.stringify(value).includes('\\ud'))
  .map((value) => JSON.parse(JSON.stringify(value)) as Json);

describe('sha256Hex', () => {
  it('is the SHA-256 of the UTF-8 bytes', () => {
    expect(sha256Hex('')).to.equal('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(sha256Hex('abc')).to.equal('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    fc.assert(
      fc.property(anyText(300), (text) => {
        expect(sha256Hex(text)).to.equal(createHash('sha256').update(text, 'utf8').digest('hex'));
      }),
    );
  });
});

describe('canonicalHash', () => {
  it('is a prefix and the hash of the canonical form, with whatever hash function the host passes', () => {
    expect(canonicalHash({})).to.equal(
      'sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
    );
    expect(canonicalHash({ b: 1, a: 2 }, (text) => text)).to.equal('sha256:{"a":2,"b":1}');
  });
});

describe('isWellFormed', () => {
  it('distinguishes lone surrogates from pairs', () => {
    const units = fc.array(fc.constantFrom('\ud83d', '\ude00', 'a', '\uffff', '\ud800', '\udfff'), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(units, (parts) => {
        const text = parts.join('');
        expect(isWellFormed(text)).to.equal(Buffer.from(text, 'utf8').toString('utf8') === text);
      }),
      { numRuns: 500 },
    );
  });
});

import { crc32 } from 'node:zlib';
import { expect } from 'chai';
import fc from 'fast-check';
import { formatApiToken, parseApiToken, tokenCharacters } from './api-token-text.js';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const characters = (length: number) =>
  fc.string({ unit: fc.constantFrom(...base62), minLength: length, maxLength: length });

describe('the text of an API token', () => {
  it('has the length and prefix that scanners look for', () => {
    const text = formatApiToken('000000000000', '0'.repeat(32));
    expect(text).to.match(/^ggw_0{12}_0{32}[0-9A-Za-z]{6}$/);
    expect(text).to.have.length(55);
  });

  it('is read back as it was written', () => {
    fc.assert(
      fc.property(characters(12), characters(32), (tokenId, secret) => {
        expect(parseApiToken(formatApiToken(tokenId, secret))).to.deep.equal({ tokenId, secret });
      }),
    );
  });

  it('is refused with any one character changed', () => {
    fc.assert(
      fc.property(
        characters(12),
        characters(32),
        fc.nat(54),
        fc.constantFrom(...base62),
        (id, secret, at, put) => {
          const text = formatApiToken(id, secret);
          fc.pre(text[at] !== put);
          expect(parseApiToken(text.slice(0, at) + put + text.slice(at + 1))).to.equal(undefined);
        },
      ),
    );
  });

  it('is refused with surrounding characters', () => {
    const text = formatApiToken('a'.repeat(12), 'b'.repeat(32));
    for (const other of ['', ` ${text}`, `${text}\n`, text.slice(1), text.toUpperCase(), 'ggw_'])
      expect(parseApiToken(other)).to.equal(undefined);
  });

  it('carries the standard CRC32', function () {
    if (typeof crc32 !== 'function') this.skip();
    const stem = `ggw_${'a'.repeat(12)}_${'b'.repeat(32)}`;
    let rest = crc32(stem);
    let check = '';
    for (let i = 0; i < 6; i += 1) {
      check = base62[rest % 62] + check;
      rest = Math.floor(rest / 62);
    }
    expect(formatApiToken('a'.repeat(12), 'b'.repeat(32))).to.equal(stem + check);
  });

  it('uses random bytes without bias', () => {
    const counts = new Map<string, number>();
    for (let round = 0; round < 200; round += 1) {
      const bytes = Uint8Array.from(
        { length: 32 },
        (_, i) => (round * 73 + i * 151 + ((round * i) % 251)) % 256,
      );
      for (const character of tokenCharacters(bytes, 32))
        counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    expect(counts.size).to.equal(62);
    expect(() => tokenCharacters(new Uint8Array(31), 32)).to.throw(RangeError);
  });
});

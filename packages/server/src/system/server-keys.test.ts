import { expect } from 'chai';
import { hmacTokenSealer } from './server-keys.js';

const sealer = hmacTokenSealer(Buffer.alloc(32, 1));
const token = sealer.seal('agents of acme', '["b","b_1"]');
const [encoded = '', tag = ''] = token.split('.');

/** The token with one character after the other replaced by its neighbour in base64url. */
const altered = (): string[] =>
  [...token].map((character, at) => {
    const other = character === 'A' ? 'B' : 'A';
    return `${token.slice(0, at)}${other}${token.slice(at + 1)}`;
  });

describe('page tokens under the key of the installation', () => {
  it('open to what was sealed', () => {
    expect(sealer.open('agents of acme', token)).to.equal('["b","b_1"]');
  });

  it('do not open when any character is another', () => {
    expect(new Set(altered().map((one) => sealer.open('agents of acme', one)))).to.deep.equal(
      new Set([undefined]),
    );
  });

  it('do not open without their tag, with trailing data, or when they are invented', () => {
    const madeUp = Buffer.from('["b","b_1"]').toString('base64url');
    const tokens = [encoded, `${encoded}.`, `.${tag}`, `${token}.${tag}`, `${token}=`, madeUp, ''];
    expect(tokens.map((one) => sealer.open('agents of acme', one))).to.deep.equal(
      tokens.map(() => undefined),
    );
  });

  it('do not open for another query or under another key', () => {
    const other = hmacTokenSealer(Buffer.alloc(32, 2));
    expect([sealer.open('agents of bolt', token), other.open('agents of acme', token)]).to.deep.equal([
      undefined,
      undefined,
    ]);
  });
});

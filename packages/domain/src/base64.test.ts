import { expect } from 'chai';
import fc from 'fast-check';
import { fromBase64, toBase64 } from './base64.js';

describe('base64', () => {
  it('writes and reads what Node writes and reads', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
        expect(toBase64(bytes)).to.equal(Buffer.from(bytes).toString('base64'));
        expect(fromBase64(toBase64(bytes))).to.deep.equal(bytes);
      }),
    );
  });

  it('accepts one spelling only: no other padding or letters, no stray bits', () => {
    for (const text of ['A', 'AA', 'AA=', 'AAA', 'AA==A', 'AB==', 'AAB=', 'AA-_', ' AAAA', 'AAAA\n', '===='])
      expect(fromBase64(text), text).to.equal(undefined);
    expect(fromBase64('')).to.deep.equal(new Uint8Array());
  });
});

import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { nodeDigest, nodeSha256 } from './node-hashing.js';

describe('hashing by Node', () => {
  it('is SHA-256 of texts in hex and of bytes in bytes, whatever they contain', () => {
    expect(nodeSha256('abc')).to.equal('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    for (let length = 0; length < 200; length += 1) {
      const bytes = randomBytes(length);
      expect(Buffer.from(nodeDigest(bytes))).to.deep.equal(createHash('sha256').update(bytes).digest());
    }
  });

  it('returns a new array each time', () => {
    const [one, other] = [nodeDigest(Uint8Array.of(1)), nodeDigest(Uint8Array.of(1))];
    one.fill(0);
    expect(other).to.not.deep.equal(one);
  });
});

import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { nodeDigest, nodeSha256 } from './node-hashing.js';

describe('hashing by Node', () => {
  it('is SHA-256 of texts in hex and of bytes in bytes, whatever they contain', () => {
    expect(nodeSha256('abc')).to.equal('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    for (let length = 0; length < 200; length += 1) {
      const bytes = randomBytes(length);
      const into = new Uint8Array(40);
      nodeDigest(bytes, into, 5);
      const hash = createHash('sha256').update(bytes).digest();
      expect(Buffer.from(into)).to.deep.equal(Buffer.concat([Buffer.alloc(5), hash, Buffer.alloc(3)]));
    }
  });

  it('may write over its own input', () => {
    const [bytes, hash] = [randomBytes(65), new Uint8Array(32)];
    nodeDigest(bytes, hash, 0);
    nodeDigest(bytes, bytes, 1);
    expect(bytes.subarray(1, 33)).to.deep.equal(Buffer.from(hash));
  });
});

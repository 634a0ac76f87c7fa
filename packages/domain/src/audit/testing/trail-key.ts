import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import type { VerifySignature } from '../../note/ed25519.js';
import { type AuditCheckpoint, signCheckpointNote, type TrailHead } from '../checkpoint.js';

const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** A key that signs trails in tests, the same for the same seed. */
export interface TrailKey {
  readonly publicKey: Uint8Array;
  sign(text: string): Uint8Array;
  note(head: TrailHead): AuditCheckpoint;
}

export const trailKeyOf = (seed: number): TrailKey => {
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8, Buffer.alloc(32, seed)]),
    format: 'der',
    type: 'pkcs8',
  });
  const der = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const publicKey = Uint8Array.from(der.subarray(SPKI.length));
  const signText = (text: string): Uint8Array => Uint8Array.from(sign(null, Buffer.from(text), privateKey));
  return { publicKey, sign: signText, note: (head) => signCheckpointNote(head, publicKey, signText) };
};

/** Node's check of signatures: thousands are checked here. */
export const verifyByNode: VerifySignature = (publicKey, text, signature) => {
  const key = createPublicKey({ key: Buffer.concat([SPKI, publicKey]), format: 'der', type: 'spki' });
  return verify(null, Buffer.from(text), key, signature);
};

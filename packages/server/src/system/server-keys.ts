import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomBytes,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import type { CheckpointSigner, TokenSealer } from '@govgate/ports';

/** The installation's own keys, 32 bytes each. */
export interface ServerKeys {
  /** HMAC key of page tokens. */
  readonly cursor: Buffer;
  /** HMAC key of secret references' fingerprints. */
  readonly fingerprint: Buffer;
  /** Ed25519 seed that signs audit checkpoints. */
  readonly audit: Buffer;
}

const KEY_BYTES = 32;

export const makeServerKeys = (): ServerKeys => ({
  cursor: randomBytes(KEY_BYTES),
  fingerprint: randomBytes(KEY_BYTES),
  audit: randomBytes(KEY_BYTES),
});

/** The text of a keys file: JSON with base64 values. */
export const writeServerKeys = (keys: ServerKeys): string =>
  JSON.stringify({
    cursor: keys.cursor.toString('base64'),
    fingerprint: keys.fingerprint.toString('base64'),
    audit: keys.audit.toString('base64'),
  });

/** The keys of a keys file's text, undefined when it is not one. */
export const readServerKeys = (text: string): ServerKeys | undefined => {
  try {
    const said = JSON.parse(text) as Record<string, unknown>;
    const keys = { cursor: key(said.cursor), fingerprint: key(said.fingerprint), audit: key(said.audit) };
    return Object.values(keys).every((bytes) => bytes.length === KEY_BYTES) ? keys : undefined;
  } catch {
    return undefined;
  }
};

const key = (value: unknown): Buffer =>
  typeof value === 'string' ? Buffer.from(value, 'base64') : Buffer.alloc(0);

/** Seals page tokens with HMAC-SHA256. */
export const hmacTokenSealer = (secret: Buffer): TokenSealer => {
  const tagOf = (context: string, encoded: string): Buffer =>
    createHmac('sha256', secret).update(context).update('\0').update(encoded).digest().subarray(0, 16);
  return {
    seal: (context, text) => {
      const encoded = Buffer.from(text).toString('base64url');
      return `${encoded}.${tagOf(context, encoded).toString('base64url')}`;
    },
    open: (context, token) => {
      const [encoded = '', tag = '', ...rest] = token.split('.');
      const given = Buffer.from(tag, 'base64url');
      const expected = tagOf(context, encoded);
      // The tag's spelling is compared too: base64url has several for the same bytes.
      const sound = rest.length === 0 && given.length === expected.length && timingSafeEqual(given, expected);
      return sound && given.toString('base64url') === tag
        ? Buffer.from(encoded, 'base64url').toString('utf8')
        : undefined;
    },
  };
};

// The fixed head of a PKCS #8 Ed25519 private key; the 32 bytes of the seed follow (RFC 8410).
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Signs checkpoints with Ed25519. */
export const ed25519Signer = (seed: Buffer): CheckpointSigner => {
  const privateKey: KeyObject = createPrivateKey({
    key: Buffer.concat([PKCS8_ED25519, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(privateKey);
  return {
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
    verify: (text, signature) => verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64')),
    publicKey: () => publicKey.export({ format: 'pem', type: 'spki' }).toString(),
  };
};

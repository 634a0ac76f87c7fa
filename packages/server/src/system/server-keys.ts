import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  type KeyObject,
  randomBytes,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import type { VerifySignature } from '@govgate/domain';
import type { CheckpointSigner, EventMac, TokenSealer } from '@govgate/ports';

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

/** A keys file: JSON with base64 values. */
export const writeServerKeys = (keys: ServerKeys): string =>
  JSON.stringify({
    cursor: keys.cursor.toString('base64'),
    fingerprint: keys.fingerprint.toString('base64'),
    audit: keys.audit.toString('base64'),
  });

/** The keys in a keys file; undefined if it is invalid. */
export const readServerKeys = (text: string): ServerKeys | undefined => {
  try {
    const { cursor, fingerprint, audit } = JSON.parse(text) as Record<string, unknown>;
    const keys = { cursor: key(cursor), fingerprint: key(fingerprint), audit: key(audit) };
    return Object.values(keys).every((bytes) => bytes.length === KEY_BYTES) ? keys : undefined;
  } catch {
    return undefined;
  }
};

const key = (value: unknown): Buffer =>
  typeof value === 'string' ? Buffer.from(value, 'base64') : Buffer.alloc(0);

/**
 * The MAC of audit events: HMAC-SHA256 of an event's chain hash. Its key is derived from the one that signs checkpoints, so that who
 * has neither can add nothing to a trail that would be signed.
 */
export const hmacEventMac = (audit: Buffer): EventMac => {
  const key = createSecretKey(createHmac('sha256', audit).update('govgate audit event').digest());
  return (chainHash) => createHmac('sha256', key).update(chainHash).digest('base64');
};

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

// The fixed header of a PKCS #8 Ed25519 private key; the 32-byte seed follows (RFC 8410).
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Signs checkpoints with Ed25519. */
export const ed25519Signer = (seed: Buffer): CheckpointSigner => {
  const privateKey: KeyObject = createPrivateKey({
    key: Buffer.concat([PKCS8_ED25519, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const der = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return {
    publicKey: Uint8Array.from(der.subarray(SPKI_ED25519.length)),
    sign: (text) => Uint8Array.from(sign(null, Buffer.from(text), privateKey)),
  };
};

// The fixed header of an Ed25519 public key; its 32 bytes follow (RFC 8410).
const SPKI_ED25519 = Buffer.from('302a300506032b6570032100', 'hex');

/** A 32-byte public key as a Node key object. */
export const ed25519PublicKey = (publicKey: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([SPKI_ED25519, publicKey]), format: 'der', type: 'spki' });

/** Node's Ed25519 verification, ten times as fast as one in JavaScript. The last key is cached: there are few. */
export const verifyEd25519ByNode: VerifySignature = (publicKey, text, signature) => {
  if (publicKey.length !== KEY_BYTES || signature.length !== 2 * KEY_BYTES) return false;
  return verify(null, Buffer.from(text), keptKey(publicKey), signature);
};

let lastKey: { readonly bytes: Uint8Array; readonly key: KeyObject } | undefined;

const keptKey = (bytes: Uint8Array): KeyObject => {
  if (lastKey === undefined || !Buffer.from(lastKey.bytes).equals(bytes))
    lastKey = { bytes, key: ed25519PublicKey(bytes) };
  return lastKey.key;
};

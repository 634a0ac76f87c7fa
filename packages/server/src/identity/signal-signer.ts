import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { SignalKey, SignalSigner } from '@govgate/ports';
import { calculateJwkThumbprint, SignJWT } from 'jose';

const LEAST_RSA_BITS = 2048;

/** Makes the signer of Security Event Tokens from a PEM file; undefined where it holds no private key that can sign them. */
export const readSignalSigner = async (path: string, issuer: string): Promise<SignalSigner | undefined> => {
  const key = privateKeyOf(await readFile(path, 'utf8').catch(() => ''));
  const alg = key && algorithmOf(key);
  if (key === undefined || alg === undefined) return undefined;
  const jwk = createPublicKey(key).export({ format: 'jwk' }) as Pick<SignalKey, 'kty'>;
  const kid = await calculateJwkThumbprint(jwk);
  return {
    issuer,
    keys: [{ ...jwk, kid, alg, use: 'sig' }],
    sign: (claims) =>
      new SignJWT({ ...claims, iss: issuer }).setProtectedHeader({ alg, kid, typ: 'secevent+jwt' }).sign(key),
  };
};

const privateKeyOf = (pem: string): KeyObject | undefined => {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
};

const algorithmOf = ({ asymmetricKeyType: type, asymmetricKeyDetails: details = {} }: KeyObject) => {
  if (type === 'rsa' && (details.modulusLength ?? 0) >= LEAST_RSA_BITS) return 'RS256';
  if (type === 'ec' && details.namedCurve === 'prime256v1') return 'ES256';
  return type === 'ed25519' ? 'EdDSA' : undefined;
};

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { Secret } from '../redaction/secret.js';
import { ok, type Result, refuse } from '../result.js';

/** Where the worker finds a real endpoint, token or key: in the tenant's and environment's own part of either source. */
export type SecretLocation =
  | { readonly source: 'env'; readonly name: string }
  | { readonly source: 'file'; readonly name: string };

/** A reference as passed within the service: never printed. */
export type SecretReference = Secret<string>;

const ENV_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;
const FILE_NAME = /^[A-Za-z0-9._@+-]{1,255}(\/[A-Za-z0-9._@+-]{1,255}){0,7}$/;
const MAX_NAME = 1024;

/** Whether a text can be the name of an environment variable. */
export const isEnvironmentName = (text: string): boolean => ENV_NAME.test(text);

/**
 * What a reference text points to, or undefined. `env:NAME`, or `file:NAME` below the folder of its tenant and environment: never an
 * absolute path, and none containing `.` or `..`, so that no name leads out of that folder.
 * @example parseSecretReference('env:SIEM_TOKEN') // { source: 'env', name: 'SIEM_TOKEN' }
 * @example parseSecretReference('file:siem/token') // { source: 'file', name: 'siem/token' }
 */
export const parseSecretReference = (text: string): SecretLocation | undefined => {
  if (text.startsWith('env:')) {
    const name = text.slice('env:'.length);
    return isEnvironmentName(name) ? { source: 'env', name } : undefined;
  }
  if (!text.startsWith('file:')) return undefined;
  const name = text.slice('file:'.length);
  const plain = name.length <= MAX_NAME && FILE_NAME.test(name) && !name.split('/').some(isDots);
  return plain ? { source: 'file', name } : undefined;
};

/**
 * Accepts a reference written by a caller if well-formed, else `invalid_request`. Whether it resolves is determined where it is resolved:
 * learning it here would let a writer probe what other tenants have (docs/spec/credential-bindings.md#secret-references).
 */
export const acceptSecretReference = (text: string, field: string): Result<SecretReference> =>
  parseSecretReference(text) === undefined ? refuse('invalid_request', field) : ok(new Secret(text));

/**
 * What may be shown of a reference to a secret: the store's type and the last segment of its path (docs/spec/credential-bindings.md).
 * @example secretRefSummary('hashicorp_vault', 'kv/data/payments/api-key') // 'hashicorp_vault:…/api-key'
 */
export const secretRefSummary = (secretStoreType: string, reference: string): string => {
  const segments = reference.split(/[/:#?]/).filter((segment) => segment !== '');
  return segments.length > 1
    ? `${secretStoreType}:…/${segments[segments.length - 1]}`
    : `${secretStoreType}:…`;
};

/**
 * The first 16 hex digits of the reference's HMAC-SHA256 under the server's fingerprint key: it reveals equality of references, and nothing
 * else.
 */
export const secretRefFingerprint = (key: Uint8Array, reference: string): string =>
  bytesToHex(hmac(sha256, key, utf8ToBytes(reference))).slice(0, 16);

const isDots = (segment: string): boolean => segment === '.' || segment === '..';

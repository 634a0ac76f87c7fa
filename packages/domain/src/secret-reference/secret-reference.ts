import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { Secret } from '../redaction/secret.js';
import { ok, type Result, refuse } from '../result.js';

/** Where the worker finds a real endpoint, token or key. The reference itself is write-only. */
export type SecretLocation =
  | { readonly source: 'env'; readonly name: string }
  | { readonly source: 'file'; readonly path: string };

/** A reference as it travels inside the service: printed nowhere. */
export type SecretReference = Secret<string>;

const ENV_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;
const FILE_PATH = /^(\/[A-Za-z0-9._@+-]{1,255})+$/;
const MAX_PATH = 1024;

/**
 * What a reference text points to, or undefined. `env:NAME` or `file:/absolute/path`; a path with `.` or `..` in it is no
 * reference, so a folder allow-list cannot be walked around.
 *
 * @example parseSecretReference('env:SIEM_TOKEN') // { source: 'env', name: 'SIEM_TOKEN' }
 */
export const parseSecretReference = (text: string): SecretLocation | undefined => {
  if (text.startsWith('env:')) {
    const name = text.slice('env:'.length);
    return ENV_NAME.test(name) ? { source: 'env', name } : undefined;
  }
  if (!text.startsWith('file:')) return undefined;
  const path = text.slice('file:'.length);
  const plain = path.length <= MAX_PATH && FILE_PATH.test(path) && !path.split('/').some(isDots);
  return plain ? { source: 'file', path } : undefined;
};

const isDots = (segment: string): boolean => segment === '.' || segment === '..';

/** Whether a path lies below one of the allow-listed folders. Links are the resolver's to check. */
export const isInFolders = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => path.startsWith(folder.endsWith('/') ? folder : `${folder}/`));

// The service's own settings hold its own secrets: nobody's destination may be sent them.
const isOwnSetting = (name: string): boolean => name.startsWith('GOVGATE_');

/**
 * Takes a reference that a caller wrote: the grammar holds, a file lies in an allow-listed folder and a variable is none of
 * the service's own, else `invalid_request` (decisions, section 9).
 */
export const acceptSecretReference = (
  text: string,
  field: string,
  folders: readonly string[],
): Result<SecretReference> => {
  const location = parseSecretReference(text);
  const allowed =
    location?.source === 'env'
      ? !isOwnSetting(location.name)
      : location !== undefined && isInFolders(location.path, folders);
  return allowed ? ok(new Secret(text)) : refuse('invalid_request', field);
};

/**
 * What may be shown of a reference to a secret: the store's type and the last segment of its path (decisions, section 4).
 *
 * @example secretRefSummary('hashicorp_vault', 'kv/data/payments/api-key') // 'hashicorp_vault:…/api-key'
 */
export const secretRefSummary = (secretStoreType: string, reference: string): string => {
  const segments = reference.split(/[/:#?]/).filter((segment) => segment !== '');
  return segments.length > 1
    ? `${secretStoreType}:…/${segments[segments.length - 1]}`
    : `${secretStoreType}:…`;
};

/** The first 16 hex digits of the reference's HMAC-SHA256 under the server's fingerprint key: equal references show, nothing else does. */
export const secretRefFingerprint = (key: Uint8Array, reference: string): string =>
  bytesToHex(hmac(sha256, key, utf8ToBytes(reference))).slice(0, 16);

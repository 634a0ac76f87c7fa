import type { ExactJson, Json } from '../canonical-json.js';
import { holdsSecretMaterial, namesForbiddenMaterial } from '../policy/secret-material.js';
import { REDACTED } from '../redaction/secret.js';

/** The part of an untrusted document that may be stored: the document without what looks like a secret, and whether there was any. */
export interface Shown<T> {
  readonly value: T;
  readonly heldSecret: boolean;
  /** Whether it has integers that JSON readers round; they are shown as texts. */
  readonly heldBigInteger?: boolean;
}

type Members = { readonly [key: string]: ExactJson };

/** Members of a JSON Schema that hold values rather than describe them. */
const VALUES: ReadonlySet<string> = new Set(['default', 'examples', 'example', 'const', 'enum']);

/** A text without what looks like a secret. */
export const shownText = (text: string): Shown<string> =>
  holdsSecretMaterial(text) ? { value: REDACTED, heldSecret: true } : { value: text, heldSecret: false };

/**
 * A live server's JSON Schema or other document without what looks like a secret (docs/spec/mcp-servers.md): texts containing a credential,
 * and values that a schema gives for a property named like one. Undefined if its parts cannot be separated.
 */
export const shownJson = (document: ExactJson): Shown<Json | undefined> => {
  const held = { secret: false, bigInteger: false };
  const hidden = (): string => {
    held.secret = true;
    return REDACTED;
  };
  const digits = (value: bigint): string => {
    held.bigInteger = true;
    return String(value);
  };
  const isHidden = (value: ExactJson, isSecretsOwn: boolean): boolean => {
    if (typeof value === 'string') return holdsSecretMaterial(value) || (isSecretsOwn && value !== '');
    return isSecretsOwn && (typeof value === 'number' || typeof value === 'bigint');
  };
  const shown = (value: ExactJson, isSecretsOwn: boolean): Json => {
    if (isHidden(value, isSecretsOwn)) return hidden();
    if (typeof value === 'bigint') return digits(value);
    if (Array.isArray(value)) return value.map((item: ExactJson) => shown(item, isSecretsOwn));
    return isObject(value) ? shownObject(value, isSecretsOwn) : (value as Exclude<Json, object>);
  };
  const shownObject = (value: Members, isSecretsOwn: boolean, named = false): Json =>
    Object.fromEntries(
      Object.entries(value).map(([key, member]) => {
        const name = holdsSecretMaterial(key) ? hidden() : key;
        if (key === 'properties' && isObject(member)) return [name, shownProperties(member)];
        return [name, shown(member, isSecretsOwn || (named && VALUES.has(key)))];
      }),
    );
  const shownProperties = (properties: Members): Json =>
    Object.fromEntries(
      Object.entries(properties).map(([key, member]) => [
        holdsSecretMaterial(key) ? hidden() : key,
        isObject(member) ? shownObject(member, false, namesForbiddenMaterial(key)) : shown(member, false),
      ]),
    );
  const value = shown(document, false);
  // What looks like a secret only as a whole, such as a key in JSON, is omitted as a whole.
  return holdsSecretMaterial(JSON.stringify(value))
    ? { value: undefined, heldSecret: true }
    : { value, heldSecret: held.secret, heldBigInteger: held.bigInteger };
};

const isObject = (value: ExactJson): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

import type { Json } from '../canonical-json.js';
import { holdsSecretMaterial, namesForbiddenMaterial } from '../policy/secret-material.js';
import { REDACTED } from '../redaction/secret.js';
import type { JsonObject } from './tool-definition.js';

/** The part of an untrusted document that may be stored: the document without what looks like a secret, and whether there was any. */
export interface Shown<T> {
  readonly value: T;
  readonly heldSecret: boolean;
}

/** Members of a JSON Schema that hold values rather than describe them. */
const VALUES: ReadonlySet<string> = new Set(['default', 'examples', 'example', 'const', 'enum']);

/** A text without what looks like a secret. */
export const shownText = (text: string): Shown<string> =>
  holdsSecretMaterial(text) ? { value: REDACTED, heldSecret: true } : { value: text, heldSecret: false };

/**
 * A live server's JSON Schema or other document without what looks like a secret (decisions, section 16): texts containing a credential,
 * and values that a schema gives for a property named like one. Undefined if its parts cannot be separated.
 */
export const shownJson = (document: JsonObject): Shown<JsonObject | undefined> => {
  let heldSecret = false;
  const hidden = (): string => {
    heldSecret = true;
    return REDACTED;
  };
  const shown = (value: Json, isSecretsOwn: boolean): Json => {
    if (typeof value === 'string')
      return holdsSecretMaterial(value) || (isSecretsOwn && value !== '') ? hidden() : value;
    if (typeof value === 'number' && isSecretsOwn) return hidden();
    if (Array.isArray(value)) return value.map((item) => shown(item, isSecretsOwn));
    return typeof value === 'object' && value !== null
      ? shownObject(value as JsonObject, isSecretsOwn)
      : value;
  };
  const shownObject = (value: JsonObject, isSecretsOwn: boolean, named = false): JsonObject =>
    Object.fromEntries(
      Object.entries(value).map(([key, member]) => {
        const name = holdsSecretMaterial(key) ? hidden() : key;
        if (key === 'properties' && isObject(member)) return [name, shownProperties(member)];
        return [name, shown(member, isSecretsOwn || (named && VALUES.has(key)))];
      }),
    );
  const shownProperties = (properties: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(properties).map(([key, member]) => [
        holdsSecretMaterial(key) ? hidden() : key,
        isObject(member) ? shownObject(member, false, namesForbiddenMaterial(key)) : shown(member, false),
      ]),
    );
  const value = shownObject(document, false);
  // What looks like a secret only as a whole, such as a key in JSON, is omitted as a whole.
  return holdsSecretMaterial(JSON.stringify(value))
    ? { value: undefined, heldSecret: true }
    : { value, heldSecret };
};

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

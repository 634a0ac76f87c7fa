import type { Json } from '../canonical-json.js';
import { holdsSecretMaterial, namesForbiddenMaterial } from '../policy/secret-material.js';
import { REDACTED } from '../redaction/secret.js';
import type { JsonObject } from './tool-definition.js';

/** What of a stranger's document may be kept: the document without what looks like a secret, and whether there was any. */
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
 * A JSON Schema or another document of a live server without what looks like a secret (decisions, section 16): texts that hold a
 * credential, and the values that a schema gives for a property that is named like one. Undefined where its parts cannot be told apart.
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
  // What only looks like a secret as a whole, such as a key in JSON, is left out as a whole.
  return holdsSecretMaterial(JSON.stringify(value))
    ? { value: undefined, heldSecret: true }
    : { value, heldSecret };
};

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

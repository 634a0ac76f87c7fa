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

/** Members and entries between two yields: a few milliseconds, whatever is in them. */
const AT_A_TIME = 256;

/**
 * A live server's JSON Schema or other document without what looks like a secret (docs/spec/mcp-servers.md): texts containing a credential,
 * and values that a schema gives for a property named like one. Undefined if its parts cannot be separated. Yields on its way.
 */
export function* showingJson(document: ExactJson): Generator<undefined, Shown<Json | undefined>> {
  const walk = new Walk();
  const value = yield* walk.shown(document, false);
  yield;
  // What looks like a secret only as a whole, such as a key in JSON, is omitted as a whole.
  return holdsSecretMaterial(JSON.stringify(value))
    ? { value: undefined, heldSecret: true }
    : { value, heldSecret: walk.heldSecret, heldBigInteger: walk.heldBigInteger };
}

class Walk {
  heldSecret = false;
  heldBigInteger = false;
  #left = AT_A_TIME;

  *shown(value: ExactJson, isSecretsOwn: boolean): Generator<undefined, Json> {
    this.#left -= 1;
    if (this.#left === 0) {
      this.#left = AT_A_TIME;
      yield;
    }
    if (isHidden(value, isSecretsOwn)) return this.#hidden();
    if (typeof value === 'bigint') return this.#digits(value);
    if (Array.isArray(value)) {
      const items: Json[] = [];
      for (const item of value as readonly ExactJson[]) items.push(yield* this.shown(item, isSecretsOwn));
      return items;
    }
    return isObject(value) ? yield* this.#object(value, isSecretsOwn) : (value as Exclude<Json, object>);
  }

  *#object(value: Members, isSecretsOwn: boolean, named = false): Generator<undefined, Json> {
    const members: [string, Json][] = [];
    for (const [key, member] of Object.entries(value)) {
      const isMap = key === 'properties' && isObject(member);
      members.push([
        this.#name(key),
        isMap
          ? yield* this.#properties(member)
          : yield* this.shown(member, isSecretsOwn || (named && VALUES.has(key))),
      ]);
    }
    return Object.fromEntries(members);
  }

  *#properties(properties: Members): Generator<undefined, Json> {
    const members: [string, Json][] = [];
    for (const [key, member] of Object.entries(properties))
      members.push([
        this.#name(key),
        isObject(member)
          ? yield* this.#object(member, false, namesForbiddenMaterial(key))
          : yield* this.shown(member, false),
      ]);
    return Object.fromEntries(members);
  }

  #name(key: string): string {
    return holdsSecretMaterial(key) ? this.#hidden() : key;
  }

  #hidden(): string {
    this.heldSecret = true;
    return REDACTED;
  }

  #digits(value: bigint): string {
    this.heldBigInteger = true;
    return String(value);
  }
}

const isHidden = (value: ExactJson, isSecretsOwn: boolean): boolean => {
  if (typeof value === 'string') return holdsSecretMaterial(value) || (isSecretsOwn && value !== '');
  return isSecretsOwn && (typeof value === 'number' || typeof value === 'bigint');
};

const isObject = (value: ExactJson): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

import type { Sha256Hex } from '@govgate/domain';
import { LRUCache } from 'lru-cache';

/** A record's stored part, by field: the same frozen objects for every reader. */
export type PartValues = Readonly<Record<string, unknown>>;

/** The part of a record about to be written. */
export interface Part {
  /** The SHA-256 of the text. */
  readonly name: string;
  readonly text: () => string;
}

/** Total length of the texts whose values are cached, in characters. */
const REMEMBERED_CHARACTERS = 4_000_000;

/**
 * Parts of records stored apart from them. Values that were read are recognised by identity when they come back with a changed record, so
 * that they are not serialized, hashed or written again.
 */
export class Parts {
  readonly #byName = new LRUCache<string, PartValues>({ maxSize: REMEMBERED_CHARACTERS });
  readonly #nameOf = new WeakMap<object, { readonly name: string; readonly values: PartValues }>();

  constructor(private readonly hash: Sha256Hex) {}

  /** What was read under a name before, if cached. */
  remembered(name: string): PartValues | undefined {
    return this.#byName.get(name);
  }

  /** Takes a part's stored text. */
  read(name: string, text: string): PartValues {
    const values = frozen(JSON.parse(text)) as PartValues;
    this.#byName.set(name, values, { size: text.length });
    for (const value of Object.values(values))
      if (typeof value === 'object' && value !== null) this.#nameOf.set(value, { name, values });
    return values;
  }

  /** The part of a record holding these values. */
  named(values: PartValues): Part {
    const known = Object.values(values)
      .map((value) => this.#knownBy(value))
      .find(Boolean);
    if (known !== undefined && isSame(known.values, values))
      return { name: known.name, text: () => JSON.stringify(values) };
    const text = JSON.stringify(values);
    return { name: this.hash(text), text: () => text };
  }

  #knownBy(value: unknown) {
    return typeof value === 'object' && value !== null ? this.#nameOf.get(value) : undefined;
  }
}

const isSame = (one: PartValues, other: PartValues): boolean => {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
};

const frozen = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
};

/** How every printed form of a secret reads. */
export const REDACTED = '[redacted]';

/**
 * A value that no log, message, JSON text or inspection may show. Only `reveal` gives it out, so a search for that word
 * finds every place where a secret is used.
 *
 * @example JSON.stringify({ token: new Secret('abc') }) // '{"token":"[redacted]"}'
 */
export class Secret<T> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  reveal(): T {
    return this.#value;
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  // Node's console and util.inspect look for this symbol; naming it keeps the package free of node modules.
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return REDACTED;
  }
}

/** The printed form of every secret. */
export const REDACTED = '[redacted]';

/**
 * A value that no log, message, JSON text or inspection may show. Only `reveal` returns it, so searching for that word finds every use of a
 * secret.
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

  // Node's console and util.inspect look for this symbol; using its name keeps the package free of Node modules.
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return REDACTED;
  }
}

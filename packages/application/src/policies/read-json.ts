import type { Json } from '@govgate/domain';
import type { Reading } from './reading.js';

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// Finds where a string ends; that it holds no bare control characters is for JSON.parse to say.
const STRING = /"(?:[^"\\\n\r\t]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"/y;
const WORD = /true|false|null/y;

/**
 * Reads strict JSON (RFC 8259) and notes where everything stands, which `JSON.parse` does not tell. A syntax error stops, at its
 * offset; a repeated key is noted.
 *
 * @throws Unreadable
 */
export const readJson = (text: string, reading: Reading): Json => {
  const reader = new JsonReader(text, reading);
  return reader.document();
};

class JsonReader {
  #at = 0;

  constructor(
    private readonly text: string,
    private readonly reading: Reading,
  ) {}

  document(): Json {
    const value = this.#value('', 1);
    if (this.#at < this.text.length) this.#fail('');
    return value;
  }

  #value(path: string, depth: number): Json {
    this.#skipSpace();
    const first = this.text[this.#at];
    const value = first === '{' || first === '[' ? this.#nested(first, path, depth) : this.#scalar(path);
    this.#skipSpace();
    return value;
  }

  #nested(first: '{' | '[', path: string, depth: number): Json {
    this.reading.enter(depth, path, this.#at);
    this.#at += 1;
    return first === '{' ? this.#object(path, depth) : this.#list(path, depth);
  }

  #object(path: string, depth: number): Json {
    const object: Record<string, Json> = {};
    this.#entries('}', path, () => {
      const offset = this.#at;
      const key = this.#string(path);
      const pointer = this.reading.member(object, key, path, offset);
      this.#skipSpace();
      this.#expect(':', pointer);
      setOwn(object, key, this.#value(pointer, depth + 1));
    });
    return object;
  }

  #list(path: string, depth: number): Json {
    const list: Json[] = [];
    this.#entries(']', path, () => {
      const pointer = `${path}/${list.length}`;
      this.reading.offsets.set(pointer, this.#at);
      list.push(this.#value(pointer, depth + 1));
    });
    return list;
  }

  #entries(end: '}' | ']', path: string, readEntry: () => void): void {
    this.#skipSpace();
    if (this.#take(end)) return;
    do {
      this.#skipSpace();
      readEntry();
      this.#skipSpace();
    } while (this.#take(','));
    this.#expect(end, path);
  }

  #scalar(path: string): Json {
    if (this.text[this.#at] === '"') return this.#string(path);
    const word = this.#match(WORD);
    if (word !== undefined) return word === 'null' ? null : word === 'true';
    const offset = this.#at;
    const digits = this.#match(NUMBER);
    if (digits === undefined) return this.#fail(path);
    const value = Number(digits);
    if (!Number.isFinite(value)) this.reading.note('invalid_value', path, offset);
    return value;
  }

  #string(path: string): string {
    const offset = this.#at;
    const quoted = this.#match(STRING);
    if (quoted === undefined) return this.#fail(path);
    try {
      return JSON.parse(quoted) as string;
    } catch {
      return this.reading.stop('schema_violation', path, offset);
    }
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #skipSpace(): void {
    this.#match(SPACE);
  }

  #take(character: string): boolean {
    if (this.text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #expect(character: string, path: string): void {
    if (!this.#take(character)) this.#fail(path);
  }

  #fail(path: string): never {
    return this.reading.stop('schema_violation', path, this.#at);
  }
}

// Plain assignment to `__proto__` would set the prototype and hide the key that was noted as a problem.
const setOwn = (object: Record<string, Json>, key: string, value: Json): void => {
  Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
};

import type { Json } from '@govgate/domain';
import { type Reading, setOwn, type TextPosition } from './reading.js';

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// Finds the end of a string; JSON.parse checks it for bare control characters.
const STRING = /"(?:[^"\\\n\r\t]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"/y;
const WORD = /true|false|null/y;

/**
 * Reads strict JSON (RFC 8259) and records positions, which `JSON.parse` does not. A syntax error stops at its offset; a repeated key is
 * recorded.
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
    const value = this.#value(this.reading.root, 1);
    if (this.#at < this.text.length) this.#fail(this.reading.root);
    return value;
  }

  #value(position: TextPosition, depth: number): Json {
    this.#skipSpace();
    const first = this.text[this.#at];
    const value =
      first === '{' || first === '[' ? this.#nested(first, position, depth) : this.#scalar(position);
    this.#skipSpace();
    return value;
  }

  #nested(first: '{' | '[', position: TextPosition, depth: number): Json {
    this.reading.enter(depth, position, this.#at);
    this.#at += 1;
    return first === '{' ? this.#object(position, depth) : this.#list(position, depth);
  }

  #object(position: TextPosition, depth: number): Json {
    const object: Record<string, Json> = {};
    this.#entries('}', position, () => {
      const offset = this.#at;
      const key = this.#string(position);
      const member = this.reading.member(object, key, position, offset);
      this.#skipSpace();
      this.#expect(':', member);
      setOwn(object, key, this.#value(member, depth + 1));
    });
    return object;
  }

  #list(position: TextPosition, depth: number): Json {
    const list: Json[] = [];
    this.#entries(']', position, () => {
      list.push(this.#value(position.member(String(list.length), this.#at), depth + 1));
    });
    return list;
  }

  #entries(end: '}' | ']', position: TextPosition, readEntry: () => void): void {
    this.#skipSpace();
    if (this.#take(end)) return;
    do {
      this.#skipSpace();
      readEntry();
      this.#skipSpace();
    } while (this.#take(','));
    this.#expect(end, position);
  }

  #scalar(position: TextPosition): Json {
    if (this.text[this.#at] === '"') return this.#string(position);
    const word = this.#match(WORD);
    if (word !== undefined) return word === 'null' ? null : word === 'true';
    const offset = this.#at;
    const digits = this.#match(NUMBER);
    if (digits === undefined) return this.#fail(position);
    const value = Number(digits);
    if (!Number.isFinite(value)) this.reading.note('invalid_value', position, offset);
    return value;
  }

  #string(position: TextPosition): string {
    const offset = this.#at;
    const quoted = this.#match(STRING);
    if (quoted === undefined) return this.#fail(position);
    try {
      return JSON.parse(quoted) as string;
    } catch {
      return this.reading.stop('schema_violation', position, offset);
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

  #expect(character: string, position: TextPosition): void {
    if (!this.#take(character)) this.#fail(position);
  }

  #fail(position: TextPosition): never {
    return this.reading.stop('schema_violation', position, this.#at);
  }
}

import { type Instant, parseInstant } from '../instant.js';

/**
 * Readers of API answers for gateways that embed the domain. They accept the contract's shape, ignore members added by later versions, and
 * throw a TypeError for everything else. Its message names the place, never the value.
 */
export type Read<T> = (value: unknown, at: string) => T;

const unknownShape = (at: string): TypeError =>
  new TypeError(`the answer has an unknown shape: look at ${at}`);

/** Reads an object by its members. */
export const readObject: Read<Readonly<Record<string, unknown>>> = (value, at) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unknownShape(at);
  return value as Readonly<Record<string, unknown>>;
};

/** Reads one member of an object, which must be its own. */
export const readMember = <T>(
  owner: Readonly<Record<string, unknown>>,
  name: string,
  read: Read<T>,
  at: string,
): T => {
  const place = `${at}.${name}`;
  if (!Object.hasOwn(owner, name)) throw unknownShape(place);
  return read(owner[name], place);
};

/** Reads the entries of a list. */
export const readList =
  <T>(read: Read<T>): Read<readonly T[]> =>
  (value, at) => {
    if (!Array.isArray(value)) throw unknownShape(at);
    return Array.from(value, (entry: unknown, place) => read(entry, `${at}[${place}]`));
  };

/** Reads null or a value. */
export const readNullable =
  <T>(read: Read<T>): Read<T | null> =>
  (value, at) =>
    value === null ? null : read(value, at);

/** Reads a text of a given form. */
export const readText =
  (form: RegExp): Read<string> =>
  (value, at) => {
    if (typeof value !== 'string' || !form.test(value)) throw unknownShape(at);
    return value;
  };

/** Reads one of a few constants. */
export const readWord =
  <T extends string>(words: readonly T[]): Read<T> =>
  (value, at) => {
    if (!words.includes(value as T)) throw unknownShape(at);
    return value as T;
  };

/** Reads an identifier: anything printable without spaces. */
export const readId: Read<string> = readText(/^[^\s\p{C}]{1,512}$/u);

/** Reads the name of a tool, which its server chooses. */
export const readName: Read<string> = readText(/^[^\p{Cc}\p{Cs}]{1,256}$/u);

/** Reads `server/tool`: a server's id has no slash. */
export const readToolSubject: Read<string> = readText(/^[^\s\p{C}/]{1,512}\/[^\p{Cc}\p{Cs}]{1,256}$/u);

/** Reads a date-time, and writes it as the API does. */
export const readInstant: Read<Instant> = (value, at) => {
  const instant = typeof value === 'string' ? parseInstant(value) : undefined;
  if (instant === undefined) throw unknownShape(at);
  return instant;
};

/** Reads a non-negative integer. */
export const readCount: Read<number> = (value, at) => {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw unknownShape(at);
  return value as number;
};

/** Reads an answer with the one schema version known here. */
export const readAnswer = (answer: unknown, name: string): Readonly<Record<string, unknown>> => {
  const read = readObject(answer, name);
  readMember(read, 'schema_version', readWord(['1.0']), name);
  return read;
};

import type { ExactJson } from './canonical-json.js';

/** Strings, so that digits inside them are not taken for numbers, and numbers. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const INTEGER = /^-?\d+$/;
/** Fewer digits than this fit into a double. */
const LONG_NUMBER = /\d{16}/;
/** Nested deeper, a value is left as `JSON.parse` reads it. */
const MAX_DEPTH = 256;

/**
 * Reads JSON like `JSON.parse`, but an integer that a double would round becomes a bigint with all its digits.
 * @throws SyntaxError for what is not JSON.
 * @example parseExactJson('[9007199254740993, 1]') // [9007199254740993n, 1]
 */
export const parseExactJson = (text: string): ExactJson => {
  const value = JSON.parse(text) as ExactJson;
  if (!LONG_NUMBER.test(text)) return value;
  // The same document again with those integers as texts: where one has a number and the other a text, the digits are in the text.
  return withDigits(value, JSON.parse(text.replace(TOKEN, quotedIfRounded)) as ExactJson, 0);
};

const quotedIfRounded = (token: string): string =>
  INTEGER.test(token) && isRounded(token) ? `"${token}"` : token;

const isRounded = (digits: string): boolean => {
  const value = Number(digits);
  return Number.isFinite(value) && String(value) !== digits && digits !== '-0';
};

const withDigits = (value: ExactJson, quoted: ExactJson, depth: number): ExactJson => {
  if (typeof value === 'number') return typeof quoted === 'string' ? BigInt(quoted) : value;
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value))
    return value.map((item, index) =>
      withDigits(item, (quoted as readonly ExactJson[])[index] ?? null, depth + 1),
    );
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      withDigits(member, (quoted as { readonly [key: string]: ExactJson })[key] ?? null, depth + 1),
    ]),
  );
};

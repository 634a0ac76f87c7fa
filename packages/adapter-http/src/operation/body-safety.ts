import { isWellFormed, type Result, refuse } from '@govgate/domain';

const MAX_DEPTH = 32;
const MAX_KEYS = 50_000;
/** Keys that reach into prototypes. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** What a look at a body has met so far, and what it need not look at. */
interface Look {
  keys: number;
  /** Nothing was escaped: a text of JSON in UTF-8 has a NUL or a lone surrogate only by an escape. */
  readonly isPlain: boolean;
}

/**
 * Whether a parsed body is one that the rest of the service may look at: an object, nested at most 32 deep, without keys that
 * reach into prototypes and without lone surrogates. Goes no deeper than that itself. Where the text that it was parsed from is at
 * hand and has no escapes, its texts are not looked at one by one.
 */
export const checkBody = (body: unknown, text = '\\'): Result<Record<string, unknown>> =>
  isObject(body) && isSafe(body, 1, { keys: 0, isPlain: !text.includes('\\') })
    ? { ok: true, value: body }
    : refuse('invalid_request');

const isObject = (body: unknown): body is Record<string, unknown> =>
  body !== null && typeof body === 'object' && !Array.isArray(body);

const isSafe = (value: unknown, depth: number, met: Look): boolean => {
  if (typeof value === 'string') return met.isPlain || isSafeText(value);
  if (value === null || typeof value !== 'object') return true;
  if (depth > MAX_DEPTH) return false;
  return Array.isArray(value) ? isSafeList(value, depth, met) : isSafeObject(value, depth, met);
};

// Stores end texts at a NUL, and no field has a use for one.
const isSafeText = (text: string): boolean => !text.includes('\0') && isWellFormed(text);

const isSafeList = (list: readonly unknown[], depth: number, met: Look): boolean => {
  met.keys += list.length;
  if (met.keys > MAX_KEYS) return false;
  for (const item of list) if (!isSafe(item, depth + 1, met)) return false;
  return true;
};

const isSafeObject = (object: object, depth: number, met: Look): boolean => {
  // What was parsed has no keys but its own, and going through them so makes no list of them.
  for (const key in object) {
    met.keys += 1;
    if (met.keys > MAX_KEYS) return false;
    if (FORBIDDEN_KEYS.has(key) || !(met.isPlain || isWellFormed(key))) return false;
    if (!isSafe((object as Record<string, unknown>)[key], depth + 1, met)) return false;
  }
  return true;
};

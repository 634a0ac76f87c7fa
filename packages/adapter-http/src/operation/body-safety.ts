import { isWellFormed, type Result, refuse } from '@govgate/domain';

const MAX_DEPTH = 32;
const MAX_KEYS = 50_000;
/** Keys that reach into prototypes. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** The state of one inspection, and what it may skip. */
interface Look {
  keys: number;
  /** Without escapes: JSON in UTF-8 can contain a NUL or a lone surrogate only through an escape. */
  readonly isPlain: boolean;
}

/**
 * Whether a parsed body is safe to pass on: an object, nested at most 32 deep, without keys that reach into prototypes and without lone
 * surrogates. It descends no deeper than that itself. Where the source text is at hand and has no escapes, strings are not inspected one by
 * one.
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

// Stores cut texts at a NUL, and no field has a use for one.
const isSafeText = (text: string): boolean => !text.includes('\0') && isWellFormed(text);

const isSafeList = (list: readonly unknown[], depth: number, met: Look): boolean => {
  met.keys += list.length;
  if (met.keys > MAX_KEYS) return false;
  for (const item of list) if (!isSafe(item, depth + 1, met)) return false;
  return true;
};

const isSafeObject = (object: object, depth: number, met: Look): boolean => {
  // Parsed JSON has own keys only, and `for in` allocates no list of them.
  for (const key in object) {
    met.keys += 1;
    if (met.keys > MAX_KEYS) return false;
    if (FORBIDDEN_KEYS.has(key) || !(met.isPlain || isWellFormed(key))) return false;
    if (!isSafe((object as Record<string, unknown>)[key], depth + 1, met)) return false;
  }
  return true;
};

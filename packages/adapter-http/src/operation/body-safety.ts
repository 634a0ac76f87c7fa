import { isWellFormed, type Result, refuse } from '@govgate/domain';

const MAX_DEPTH = 32;
const MAX_KEYS = 50_000;
/** Keys that reach into prototypes. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Whether a parsed body is one that the rest of the service may look at: an object, nested at most 32 deep, without keys that
 * reach into prototypes and without lone surrogates. Goes no deeper than that itself.
 */
export const checkBody = (body: unknown): Result<Record<string, unknown>> =>
  body !== null && typeof body === 'object' && !Array.isArray(body) && isSafe(body, 1, { keys: 0 })
    ? { ok: true, value: body as Record<string, unknown> }
    : refuse('invalid_request');

const isSafe = (value: unknown, depth: number, met: { keys: number }): boolean => {
  if (typeof value === 'string') return isSafeText(value);
  if (value === null || typeof value !== 'object') return true;
  if (depth > MAX_DEPTH) return false;
  return Array.isArray(value) ? isSafeList(value, depth, met) : isSafeObject(value, depth, met);
};

// Stores end texts at a NUL, and no field has a use for one.
const isSafeText = (text: string): boolean => !text.includes('\0') && isWellFormed(text);

const isSafeList = (list: readonly unknown[], depth: number, met: { keys: number }): boolean => {
  met.keys += list.length;
  if (met.keys > MAX_KEYS) return false;
  for (const item of list) if (!isSafe(item, depth + 1, met)) return false;
  return true;
};

const isSafeObject = (object: object, depth: number, met: { keys: number }): boolean => {
  const keys = Object.keys(object);
  met.keys += keys.length;
  if (met.keys > MAX_KEYS) return false;
  for (const key of keys) {
    if (FORBIDDEN_KEYS.has(key) || !isWellFormed(key)) return false;
    if (!isSafe((object as Record<string, unknown>)[key], depth + 1, met)) return false;
  }
  return true;
};

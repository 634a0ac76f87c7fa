import { isWellFormed, type Result, refuse } from '@govgate/domain';

const MAX_DEPTH = 32;
const MAX_KEYS = 50_000;
/** Keys that reach into prototypes. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Whether a parsed body is one that the rest of the service may look at: an object, nested at most 32 deep, without keys that
 * reach into prototypes and without lone surrogates. Walks without recursion, so that depth cannot break it.
 */
export const checkBody = (body: unknown): Result<Record<string, unknown>> => {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return refuse('invalid_request');
  const waiting: Place[] = [{ value: body, depth: 1 }];
  let keys = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isUnsafe(next)) return refuse('invalid_request');
    const members = membersOf(next.value);
    keys += members.length;
    if (keys > MAX_KEYS || members.some(([key]) => isUnsafeKey(key))) return refuse('invalid_request');
    for (const [, value] of members) waiting.push({ value, depth: next.depth + 1 });
  }
  return { ok: true, value: body as Record<string, unknown> };
};

interface Place {
  readonly value: unknown;
  readonly depth: number;
}

const isUnsafe = ({ value, depth }: Place): boolean => {
  // Stores end texts at a NUL, and no field has a use for one.
  if (typeof value === 'string') return value.includes('\0') || !isWellFormed(value);
  return value !== null && typeof value === 'object' && depth > MAX_DEPTH;
};

const isUnsafeKey = (key: string): boolean => FORBIDDEN_KEYS.has(key) || !isWellFormed(key);

const membersOf = (value: unknown): [string, unknown][] =>
  value !== null && typeof value === 'object' ? Object.entries(value) : [];

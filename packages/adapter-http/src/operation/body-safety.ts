import { isWellFormed, type Result, refuse } from '@govgate/domain';

const MAX_DEPTH = 32;
const MAX_KEYS = 50_000;
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Whether a parsed body is one that the rest of the service may look at: an object, nested at most 32 deep, without keys that
 * reach into prototypes and without lone surrogates. Walks without recursion, so that depth cannot break it.
 */
export const checkBody = (body: unknown): Result<Record<string, unknown>> => {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return refuse('invalid_request');
  const waiting: { readonly value: unknown; readonly depth: number }[] = [{ value: body, depth: 1 }];
  let keys = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string') {
      if (!isWellFormed(value)) return refuse('invalid_request');
      continue;
    }
    if (value === null || typeof value !== 'object') continue;
    if (depth > MAX_DEPTH) return refuse('invalid_request');
    for (const key of Object.keys(value)) {
      keys += 1;
      if (keys > MAX_KEYS || FORBIDDEN_KEYS.has(key) || !isWellFormed(key)) return refuse('invalid_request');
      waiting.push({ value: (value as Record<string, unknown>)[key], depth: depth + 1 });
    }
  }
  return { ok: true, value: body as Record<string, unknown> };
};

import { isWellFormed, type Json } from '@govgate/domain';

export type JsonObject = { readonly [key: string]: Json };

/** The content of a JSON-RPC 2.0 response. */
export type RpcResponse =
  | { readonly kind: 'result'; readonly result: JsonObject }
  | { readonly kind: 'error'; readonly code: number; readonly data: Json };

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const MAX_DEPTH = 64;
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Finds the response to a request in a text: one message, or a batch, as one older revision allowed. */
export const readRpcResponse = (text: string, id: number): RpcResponse | undefined => {
  const parsed = parse(text);
  if (parsed === undefined || !isSafe(parsed, 0)) return undefined;
  const messages: readonly Json[] = Array.isArray(parsed) ? parsed : [parsed];
  return messages.map((message) => responseIn(message, id)).find((response) => response !== undefined);
};

// Untrusted text: deep nesting breaks code that walks it later, these keys break code that copies it, and a value without a canonical form
// cannot be hashed.
const isSafe = (value: Json, depth: number): boolean => {
  if (typeof value === 'string') return isPlain(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((item) => isSafe(item, depth + 1));
  return Object.entries(value).every(
    ([key, item]) => isPlain(key) && !FORBIDDEN_KEYS.has(key) && isSafe(item, depth + 1),
  );
};

// Stores cut texts at a NUL.
const isPlain = (text: string): boolean => isWellFormed(text) && !text.includes('\0');

const parse = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};

const responseIn = (message: Json, id: number): RpcResponse | undefined => {
  if (!isJsonObject(message) || message.jsonrpc !== '2.0' || message.id !== id) return undefined;
  const { result, error } = message;
  if (isJsonObject(result)) return { kind: 'result', result };
  if (!isJsonObject(error) || typeof error.code !== 'number') return undefined;
  return { kind: 'error', code: error.code, data: error.data ?? null };
};

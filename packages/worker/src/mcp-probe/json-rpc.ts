import { type ExactJson, parseExactJson } from '@govgate/domain';

export type JsonObject = { readonly [key: string]: ExactJson };

/** The content of a JSON-RPC 2.0 response. */
export type RpcResponse =
  | { readonly kind: 'result'; readonly result: JsonObject }
  | { readonly kind: 'error'; readonly code: number; readonly data: ExactJson };

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Finds the response to a request in a text: one message, or a batch, as one older revision allowed. What it contains is untrusted: it may
 * be nested deeply and have any keys.
 */
export const readRpcResponse = (text: string, id: number): RpcResponse | undefined => {
  const parsed = parse(text);
  if (parsed === undefined) return undefined;
  const messages: readonly ExactJson[] = Array.isArray(parsed) ? parsed : [parsed];
  for (const message of messages) {
    const response = responseIn(message, id);
    if (response !== undefined) return response;
  }
  return undefined;
};

const parse = (text: string): ExactJson | undefined => {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
};

const responseIn = (message: ExactJson, id: number): RpcResponse | undefined => {
  if (!isJsonObject(message) || message.jsonrpc !== '2.0' || message.id !== id) return undefined;
  const { result, error } = message;
  if (isJsonObject(result)) return { kind: 'result', result };
  if (!isJsonObject(error) || typeof error.code !== 'number') return undefined;
  return { kind: 'error', code: error.code, data: error.data ?? null };
};

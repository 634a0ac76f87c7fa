/** A JSON-RPC message of either side. */
export interface RpcMessage {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code?: unknown; readonly data?: unknown };
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a client sent, or why it cannot be decided on: whatever two readers could read differently is refused. */
export const readMessage = (text: string): RpcMessage | 'parse_error' | 'invalid_request' => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'parse_error';
  }
  const isClear = isObject(value) && !hasRepeatedMember(text) && !hasLookalike(value);
  return isClear ? (value as RpcMessage) : 'invalid_request';
};

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\]]/g;

// Of two members of one name some readers take the first and others the last.
export const hasRepeatedMember = (text: string): boolean => {
  const open: (Set<string> | undefined)[] = [];
  for (const [token, colon] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (colon !== undefined) {
      const members = open.at(-1);
      const name = JSON.parse(token.slice(0, -colon.length)) as string;
      if (members?.has(name)) return true;
      members?.add(name);
    }
  }
  return false;
};

const DECIDING = ['id', 'method', 'params', 'name', 'uri', 'ref', 'arguments'];

// Some readers do not mind the case of a member's name.
const hasLookalike = (message: Readonly<Record<string, unknown>>): boolean =>
  [message, message.params]
    .flatMap((object) => (isObject(object) ? Object.keys(object) : []))
    .some((name) => !DECIDING.includes(name) && DECIDING.includes(name.toLowerCase()));

/** What a client gets instead of an answer; `reason_code` is for programs. */
export const refusal = (id: RpcMessage['id'], reasonCode: string, code = -32003): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: id ?? null,
    error: { code, message: `The gateway denied this: ${reasonCode}`, data: { reason_code: reasonCode } },
  });

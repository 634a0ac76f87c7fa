import type { AnyCallOptions, ClientOptions } from './client-options.js';
import { etagFor } from './etags.js';
import { InvalidCall } from './invalid-call.js';
import type { OperationRow } from './operation-row.js';

/** A call as it is sent, without its token. */
export interface CallRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Sent twice it has the effect of once. */
  readonly isRepeatable: boolean;
  /** It needs no token, and gets none. */
  readonly isOpen: boolean;
  /** How long the service is asked to hold its answer back. */
  readonly waitSeconds: number;
}

export type Input = Readonly<Record<string, unknown>>;

interface CallInput {
  readonly input: Input;
  readonly options: AnyCallOptions;
}

/** Makes a request of what a call is about: members of the path and of the query side by side, the body under `body`. */
export const makeRequest = (
  client: ClientOptions,
  [method, path, flags]: OperationRow,
  { input: { body, ...named }, options }: CallInput,
): CallRequest => {
  const scope = { environment_id: client.environmentId, tenant_id: client.tenantId };
  const left = new Map(Object.entries(named));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = left.get(name) ?? scope[name as keyof typeof scope];
    left.delete(name);
    return segmentOf(name, value);
  });
  if (flags.includes('t')) left.set('tenant_id', left.get('tenant_id') ?? scope.tenant_id);
  if (flags.includes('e')) left.set('environment_id', left.get('environment_id') ?? scope.environment_id);
  const headers = headersOf(flags, body, options);
  return {
    url: withoutLastSlashes(client.baseUrl) + filled + queryOf(left),
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    isRepeatable: method === 'GET' || 'idempotency-key' in headers,
    isOpen: flags.includes('o'),
    waitSeconds: Number(named.wait ?? 0),
  };
};

/** A text that a header can carry. What is refused is not repeated: it may be a token. */
export const headerText = (name: string, text: string): string => {
  if (!/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text))
    throw new InvalidCall(
      name,
      text === ''
        ? 'It is empty.'
        : 'It has characters that a header cannot carry, or begins or ends with a space.',
    );
  return text;
};

// `crypto.randomUUID` is missing on pages without TLS.
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

const withoutLastSlashes = (url: string): string => {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
};

// An address with `..` in it leads elsewhere, however it is escaped.
const segmentOf = (name: string, value: unknown): string => {
  const text = String(value ?? '');
  if (/^\.{0,2}$/.test(text))
    throw new InvalidCall(name, text === '' ? 'It is missing.' : 'It is not an id.');
  return encodeURIComponent(text);
};

const queryOf = (named: ReadonlyMap<string, unknown>): string => {
  const query = new URLSearchParams();
  for (const [name, value] of named) if (value !== undefined) query.set(name, String(value));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
};

const headersOf = (
  flags: string,
  body: unknown,
  { ifMatch, ifNoneMatch, idempotencyKey, correlationId }: AnyCallOptions,
): Record<string, string> => ({
  accept: flags.includes('s') ? 'application/x-ndjson' : 'application/json',
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  ...header(
    'idempotency-key',
    flags.includes('k') ? (idempotencyKey ?? newKey()) : undefined,
    'idempotencyKey',
  ),
  ...header('if-match', ifMatch === undefined ? undefined : etagFor('ifMatch', ifMatch), 'ifMatch'),
  ...header(
    'if-none-match',
    ifNoneMatch === undefined ? undefined : etagFor('ifNoneMatch', ifNoneMatch),
    'ifNoneMatch',
  ),
  ...header('x-correlation-id', correlationId, 'correlationId'),
});

const header = (name: string, text: string | undefined, option: string): Record<string, string> =>
  text === undefined ? {} : { [name]: headerText(option, text) };

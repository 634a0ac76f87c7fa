import { isUtf8 } from 'node:buffer';
import { CHECKED_NAMES, type CheckedName } from '@govgate/application';
import { isId, ok, type Result, refuse } from '@govgate/domain';
import type { CheckRequest } from './messages.js';

/** A call of the check by status. */
export interface CheckCall {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** What came with the gateway's own call: several values of a name are several entries. */
export type CallMetadata = (name: string) => readonly string[];

type CheckHeaders = Readonly<Record<CheckedName, string>>;

/** Makes a call of the check by status out of a protocol's own request. */
export type CheckReader<I> = (
  request: I,
  metadata: CallMetadata,
  checkHeaders: CheckHeaders,
) => Result<CheckCall>;

type HttpRequest = NonNullable<NonNullable<NonNullable<CheckRequest['attributes']>['request']>['http']>;

/** What a route says by itself, in Envoy's `context_extensions` or agentgateway's `metadata_context`. */
const EXTENSION = 'govgate_';
const ENVIRONMENT = 'environment';
const KNOWN: ReadonlySet<string> = new Set([ENVIRONMENT, ...CHECKED_NAMES]);

/** Headers of the checked request that the check by status reads; its `Authorization` is the end user's and never read. */
const PASSED_ON = ['content-type', 'x-request-id', 'x-correlation-id', 'traceparent'];
/** Envoy sets it whenever it sends a body. */
const PARTIAL = 'x-envoy-auth-partial-body';

/**
 * Makes a call of the check by status out of a request of Envoy's external authorization. Whatever is not wholly understood is refused, and
 * so denied (docs/spec/authzen.md#check-over-grpc).
 */
export const readCheck: CheckReader<CheckRequest> = ({ attributes }, metadata, checkHeaders) => {
  const http = attributes?.request?.http;
  if (http == null) return refuse('invalid_request', 'attributes');
  if (http.method !== 'POST') return refuse('method_not_allowed');
  const extensionHeaders = readExtensions(attributes?.contextExtensions ?? {}, 'context_extensions');
  if (!extensionHeaders.ok) return extensionHeaders;
  const gateway = readGateway(extensionHeaders.value, metadata);
  if (!gateway.ok) return gateway;
  const headers = readHeaders(http, checkHeaders, extensionHeaders.value);
  if (!headers.ok) return headers;
  const body = readBody(http, headers.value);
  if (!body.ok) return body;
  const { [PARTIAL]: _, 'content-encoding': __, ...passedOn } = headers.value;
  const { path, authorization } = gateway.value;
  return ok({ path, headers: { ...passedOn, ...authorization }, body: body.value });
};

/** Where the check is asked, and with which token: of the gateway's own call, never of the checked one. */
export const readGateway = (
  extensionHeaders: ExtensionHeaders,
  metadata: CallMetadata,
): Result<{ readonly path: string; readonly authorization: { readonly authorization?: string } }> => {
  const environment = extensionHeaders.get(ENVIRONMENT) ?? onlyOne(metadata('x-govgate-environment'));
  if (environment === undefined || !isId(environment)) return refuse('missing_scope', 'environment_id');
  const [token, second] = metadata('authorization');
  if (second !== undefined) return refuse('invalid_request', 'authorization');
  return ok({
    path: `/v1/check/${environment}`,
    authorization: token === undefined ? {} : { authorization: token },
  });
};

export const onlyOne = (values: readonly string[]): string | undefined =>
  values.length === 1 ? values[0] : undefined;

/** What a route says, by names without the prefix. */
export type ExtensionHeaders = ReadonlyMap<string, string>;

// A misspelt name would leave the decision to what the client sent.
export const readExtensions = (
  extensions: Readonly<Record<string, string>>,
  field: string,
): Result<ExtensionHeaders> => {
  const extensionHeaders = Object.entries(extensions)
    .filter(([name]) => name.startsWith(EXTENSION))
    .map(([name, value]) => [name.slice(EXTENSION.length), value] as const);
  return extensionHeaders.every(([name]) => KNOWN.has(name))
    ? ok(new Map(extensionHeaders))
    : refuse('invalid_request', field);
};

/** The headers that are read, each with its one value; what the route says replaces what the request says. */
const readHeaders = (
  http: HttpRequest,
  checkHeaders: CheckHeaders,
  extensionHeaders: ExtensionHeaders,
): Result<Readonly<Record<string, string>>> => {
  const names = CHECKED_NAMES.map((name) => [name, checkHeaders[name].toLowerCase()] as const);
  const replaced = new Map(
    names.flatMap(([name, header]) => {
      const value = extensionHeaders.get(name);
      return value === undefined ? [] : [[header, value] as const];
    }),
  );
  const wanted = new Set([...PASSED_ON, PARTIAL, 'content-encoding', ...names.map(([, header]) => header)]);
  const found = new Map<string, string>();
  for (const [key, value] of sentHeaders(http)) {
    const header = key.toLowerCase();
    if (!wanted.has(header) || replaced.has(header)) continue;
    // Who takes the first of two would decide for somebody else than who takes the last.
    if (value === undefined || found.has(header)) return refuse('invalid_request', 'headers');
    found.set(header, value);
  }
  return ok(Object.fromEntries([...found, ...replaced]));
};

const sentHeaders = ({
  headers,
  headerMap,
}: HttpRequest): readonly (readonly [key: string, value: string | undefined])[] => [
  ...Object.entries(headers),
  ...(headerMap?.headers ?? []).map(
    ({ key, value, rawValue }) => [key, rawValue.length === 0 ? value : textOf(rawValue)] as const,
  ),
];

const textOf = (bytes: Uint8Array): string | undefined =>
  isUtf8(bytes) ? Buffer.from(bytes).toString() : undefined;

/** The body, where all of it came as it was sent: the upstream reads what the decision was about. */
const readBody = (
  { body, rawBody, size }: HttpRequest,
  headers: Readonly<Record<string, string>>,
): Result<Uint8Array> => {
  const { [PARTIAL]: partial = 'false', 'content-encoding': coding = 'identity' } = headers;
  if (coding !== 'identity') return refuse('unsupported_media_type', 'content-encoding');
  const bytes = rawBody.length === 0 ? Buffer.from(body) : rawBody;
  const isWhole = partial === 'false' && size >= 0 && size <= bytes.length;
  const isOne = bytes.length > 0 && (rawBody.length === 0 || body === '');
  return isWhole && isOne && isUtf8(bytes) ? ok(bytes) : refuse('invalid_request', 'body');
};

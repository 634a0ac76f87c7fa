import type { HeaderValue } from './messages.js';

/** What the check by status answered. */
export interface CheckAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** Codes of gRPC by what the check answered, for the gateway's own log; 7 is a denial. */
const CODES: Readonly<Record<number, number>> = { 200: 0, 401: 16, 429: 8, 503: 14 };
const PERMISSION_DENIED = 7;

/** Answers that say something to the client; any other is about the gateway, such as its token, and would lead a client astray. */
const FOR_CLIENTS: ReadonlySet<number> = new Set([405, 413, 429, 503]);
const FOR_CLIENTS_HEADERS = ['content-type', 'cache-control', 'x-request-id', 'retry-after', 'allow'];
const OVERWRITE_IF_EXISTS_OR_ADD = 2;

/** The answer of Envoy's external authorization: allowed by 200, else denied with the body of the check by status. */
export const checkResponse = ({ status, headers, body }: CheckAnswer): object => ({
  status: { code: CODES[status] ?? PERMISSION_DENIED },
  dynamicMetadata: { fields: metadataOf(body, headers['x-request-id']) },
  ...(status === 200
    ? { okResponse: {} }
    : {
        deniedResponse: {
          status: { code: FOR_CLIENTS.has(status) ? status : 403 },
          headers: FOR_CLIENTS_HEADERS.flatMap((key) => optionOf(key, headers[key])),
          body,
        },
      }),
});

const optionOf = (
  key: string,
  value: string | undefined,
): readonly { readonly header: Omit<HeaderValue, 'rawValue'>; readonly appendAction: number }[] =>
  value === undefined ? [] : [{ header: { key, value }, appendAction: OVERWRITE_IF_EXISTS_OR_ADD }];

/** Codes of ExtMcp's errors: what has no line here is a denial. */
const MCP_CODES: Readonly<Record<number, number>> = { 429: 2, 503: 0 };
const MCP_PERMISSION_DENIED = 1;

/** The answer of agentgateway's ExtMcp: the error's `data` is the body of the check by status. */
export const mcpRequestResult = ({ status, body }: CheckAnswer): object =>
  status === 200
    ? { pass: {} }
    : {
        error: {
          code: MCP_CODES[status] ?? MCP_PERMISSION_DENIED,
          reason: `govgate denied this: ${reasonIn(JSON.parse(body))}`,
          mcpError: Buffer.from(body),
        },
      };

const reasonIn = ({ reasonCode, context }: AnswerBody): unknown => context?.reason_code ?? reasonCode;

interface AnswerBody {
  readonly reasonCode?: unknown;
  readonly context?: { readonly reason_code?: unknown; readonly policy_version?: unknown };
}

/** What access logs of the gateway can show of a decision. */
const metadataOf = (body: string, requestId: string | undefined): object => {
  const answer = JSON.parse(body) as AnswerBody;
  const shown = {
    request_id: requestId,
    reason_code: reasonIn(answer),
    policy_version: answer.context?.policy_version,
  };
  const texts = Object.entries(shown).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts.map(([name, value]) => [name, { stringValue: value }]));
};

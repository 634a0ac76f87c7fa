import type { Operation } from '../operation/define-operation.js';
import type { JsonSchemaObject } from '../operation/documented-check.js';

const header = (description: string, schema: JsonSchemaObject, example: unknown): JsonSchemaObject => ({
  description,
  schema,
  example,
});
const text = { type: 'string' };

/** Response headers, each described once. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': {
    ...header(
      'Identifies this call in the log and in the audit trail.',
      text,
      'req_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
    ),
    required: true,
  },
  ETag: header(
    "The strong validator of the record's state, for If-None-Match and If-Match.",
    text,
    '"7.k3Jm0QnYx1aZ9pLs"',
  ),
  'RateLimit-Policy': header(
    'The quota of this kind of call and its window in seconds.',
    text,
    '"reads";q=600;w=60',
  ),
  RateLimit: header(
    'What is left of the quota, and the seconds until it is full again.',
    text,
    '"reads";r=599;t=60',
  ),
  'Retry-After': header('Seconds to wait before retrying.', { type: 'integer', minimum: 0 }, 5),
  Deprecation: header(
    'When the compatibility field in the request was deprecated (RFC 9745).',
    text,
    '@1767225600',
  ),
  'WWW-Authenticate': header(
    'The scheme to authenticate with.',
    { type: 'string', const: 'Bearer' },
    'Bearer',
  ),
} as const satisfies Record<string, JsonSchemaObject>;

type HeaderName = keyof typeof RESPONSE_HEADERS;

/** The headers carried by an answer of a status. */
export const headersOfStatus = (operation: Operation, status: number): JsonSchemaObject => {
  const names: HeaderName[] = ['X-Request-Id'];
  if (operation.permission !== 'public' && status !== 401) names.push('RateLimit-Policy', 'RateLimit');
  if (operation.recordTag !== undefined && (status < 300 || status === 304)) names.push('ETag');
  if (operation.actorField?.rule === 'must_match' && status < 300) names.push('Deprecation');
  if (status === 401) names.push('WWW-Authenticate');
  if (status === 429 || status === 503) names.push('Retry-After');
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
};

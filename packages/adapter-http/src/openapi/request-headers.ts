import { IDEMPOTENCY_KEY } from '../operation/conditional-headers.js';
import type { Operation } from '../operation/define-operation.js';
import type { JsonObject } from '../operation/said.js';

/** The headers that a request of an operation may carry. */
export const requestHeadersOf = (operation: Operation): readonly JsonObject[] => {
  if (operation.method === 'get') return operation.recordTag === undefined ? [] : [IF_NONE_MATCH];
  const changesRecord = operation.audited !== undefined && operation.path.includes(':');
  return [
    ...(changesRecord ? [ifMatch(operation)] : []),
    KEY,
    ...(operation.audited === undefined ? [] : [CORRELATION]),
  ];
};

const text = { type: 'string' };

const IF_NONE_MATCH: JsonObject = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of an answer that the caller has: 304 where it still holds.',
  schema: text,
  example: '"7.k3Jm0QnYx1aZ9pLs"',
};

const ifMatch = ({ ifMatch: rule }: Operation): JsonObject => ({
  name: 'If-Match',
  in: 'header',
  required: rule === 'required',
  description: 'The ETag of the state that was seen: 412 where the record has changed since.',
  schema: text,
  example: '"7"',
});

const KEY: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Sent again within 24 hours, the call gets its first answer and changes nothing more.',
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
  example: 'publish-2026-01-31-1',
};

const CORRELATION: JsonObject = {
  name: 'X-Correlation-Id',
  in: 'header',
  required: false,
  description:
    "What the call's audit events are grouped by. Without it the trace of a `traceparent` is taken; what is no id, or looks like a credential, is left out.",
  schema: text,
  example: 'incident-7',
};

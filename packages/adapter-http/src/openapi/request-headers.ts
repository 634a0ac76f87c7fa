import { IDEMPOTENCY_KEY } from '../operation/conditional-headers.js';
import type { Operation } from '../operation/define-operation.js';
import type { JsonSchemaObject } from '../operation/documented-check.js';

/** The headers a request of an operation may carry. */
export const requestHeadersOf = (operation: Operation): readonly JsonSchemaObject[] => {
  if (operation.method === 'get') return operation.recordTag === undefined ? [] : [IF_NONE_MATCH];
  if (operation.audited === undefined) return [];
  return [...(operation.path.includes(':') ? [ifMatch(operation)] : []), KEY, CORRELATION];
};

const text = { type: 'string' };

const IF_NONE_MATCH: JsonSchemaObject = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of an answer the caller has: 304 if it is still current.',
  schema: text,
  example: '"7.k3Jm0QnYx1aZ9pLs"',
};

const ifMatch = ({ ifMatch: rule }: Operation): JsonSchemaObject => ({
  name: 'If-Match',
  in: 'header',
  required: rule === 'required',
  description: 'The ETag of the state the change is based on: 412 if the record has changed since.',
  schema: text,
  example: '"7"',
});

const KEY: JsonSchemaObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Repeated within 24 hours, the call returns its first answer and changes nothing more.',
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
  example: 'publish-2026-01-31-1',
};

const CORRELATION: JsonSchemaObject = {
  name: 'X-Correlation-Id',
  in: 'header',
  required: false,
  description:
    "Groups the call's audit events. Defaults to the trace id of a `traceparent`; a value that is not an id or looks like a credential is ignored.",
  schema: text,
  example: 'incident-7',
};

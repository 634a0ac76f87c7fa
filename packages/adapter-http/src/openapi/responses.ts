import { REASONS } from '@govgate/domain';
import { statusOf } from '../http-status.js';
import type { Operation } from '../operation/define-operation.js';
import type { JsonSchemaObject } from '../operation/documented-check.js';
import type { AnySchema } from '../operation/schema-shape.js';
import { type DocumentedRefusal, refusalsOf } from './refusals-of.js';
import { headersOfStatus } from './response-headers.js';

/** Every status an operation answers with: its own shape, 304, and an envelope per refusal, with its reason codes. */
export const responsesOf = (
  operation: Operation,
  schemaOf: (schema: AnySchema) => JsonSchemaObject,
): JsonSchemaObject => {
  const refusals = byStatus(refusalsOf(operation));
  const statuses = new Set([...operation.successes, ...refusals.keys(), ...unchanged(operation)]);
  return Object.fromEntries(
    [...statuses].sort().map((status) => {
      const shapes = [
        ...(operation.successes.includes(status) ? [schemaOf(operation.response)] : []),
        ...(refusals.has(status) ? [ENVELOPE] : []),
      ];
      return [
        String(status),
        responseOf(operation, status, { shapes, refusals: refusals.get(status) ?? [] }),
      ];
    }),
  );
};

const byStatus = (
  refusals: readonly DocumentedRefusal[],
): ReadonlyMap<number, readonly DocumentedRefusal[]> => {
  const grouped = new Map<number, DocumentedRefusal[]>();
  for (const refusal of refusals) {
    const status = statusOf(refusal.reasonCode);
    grouped.set(status, [...(grouped.get(status) ?? []), refusal]);
  }
  return grouped;
};

const ENVELOPE: JsonSchemaObject = { $ref: '#/components/schemas/ErrorEnvelope' };

const unchanged = ({ method, recordTag }: Operation): readonly number[] =>
  method === 'get' && recordTag !== undefined ? [304] : [];

interface Answers {
  readonly shapes: readonly JsonSchemaObject[];
  readonly refusals: readonly DocumentedRefusal[];
}

const responseOf = (
  operation: Operation,
  status: number,
  { shapes, refusals }: Answers,
): JsonSchemaObject => ({
  description: descriptionOf(operation, status, refusals),
  headers: headersOfStatus(operation, status),
  ...(shapes.length === 0
    ? {}
    : {
        content: {
          [mediaOf(operation, status)]: { schema: shapes.length === 1 ? shapes[0] : { oneOf: shapes } },
        },
      }),
  ...(refusals.length === 0 ? {} : { 'x-reason-codes': refusals }),
});

const mediaOf = ({ contentType, successes }: Operation, status: number): string =>
  successes.includes(status) ? (contentType.split(';')[0] as string) : 'application/json';

const descriptionOf = (
  operation: Operation,
  status: number,
  refusals: readonly DocumentedRefusal[],
): string => {
  const own = operation.successes.includes(status) ? [`${operation.summary}.`] : [];
  if (status === 304) return 'The answer whose ETag was sent is still current; no body.';
  return [...own, ...refusals.map(refusalInWords)].join('\n');
};

const refusalInWords = ({ reasonCode, field, when }: DocumentedRefusal): string =>
  `- \`${reasonCode}\`${field === undefined ? '' : ` (\`${field}\`)`}: ${when ?? REASONS[reasonCode].message}`;

import * as v from 'valibot';
import type { Operation, ScopeRule } from '../operation/define-operation.js';
import type { JsonSchemaObject } from '../operation/documented-check.js';
import { jsonSchemaOf } from '../operation/json-schema.js';
import type { AnySchema } from '../operation/schema-shape.js';
import { exampleOf } from './example-of.js';
import type { Schemas } from './make-schemas.js';
import { requestHeadersOf } from './request-headers.js';
import { responsesOf } from './responses.js';

/** One operation as the document describes it. */
export const operationObject = (operation: Operation, schemas: Schemas): JsonSchemaObject => ({
  operationId: operation.id,
  summary: operation.summary,
  description: descriptionOf(operation),
  tags: [operation.tag],
  ...(operation.permission === 'public' ? { security: [] } : {}),
  ...(operation.extension ? { 'x-extension': true } : {}),
  'x-permission': operation.permission,
  'x-scope': operation.scope,
  parameters: [
    ...parametersOf(operation.params, 'path'),
    ...parametersOf(operation.query, 'query'),
    ...requestHeadersOf(operation),
  ],
  ...(operation.body === undefined ? {} : { requestBody: requestBody(operation, operation.body, schemas) }),
  responses: responsesOf(operation, schemas.of),
});

const descriptionOf = (operation: Operation): string =>
  [
    operation.description,
    PERMISSION_WORDS[operation.permission] ?? `Needs the permission \`${operation.permission}\`.`,
    scopeWords(operation),
    operation.bodyLimit > 0 && operation.body !== undefined
      ? `The body is at most ${operation.bodyLimit / 1024} KiB.`
      : undefined,
  ]
    .filter((part) => part !== undefined)
    .join('\n\n');

const PERMISSION_WORDS: Readonly<Record<string, string>> = {
  public: 'Needs no token.',
  authenticated: 'Needs a token, but no permission.',
};

// The schema says whether the parameter is required.
const scopeWords = ({ scope, query }: Operation): string | undefined =>
  scope === 'named' && requiredOf(query).includes('environment_id') ? undefined : SCOPE_WORDS[scope];

const requiredOf = (query: AnySchema): readonly string[] =>
  (jsonSchemaOf(query).required ?? []) as readonly string[];

const SCOPE_WORDS: Readonly<Partial<Record<ScopeRule, string>>> = {
  named: 'The environment must be given by callers who hold grants in several.',
  bootstrap: "Without a tenant or environment, the service's bootstrap tenant and environment apply.",
  tenant: 'It concerns the whole tenant, so it requires a tenant-wide grant.',
};

const requestBody = (operation: Operation, body: AnySchema, schemas: Schemas): JsonSchemaObject => ({
  required: !v.safeParse(body, {}).success,
  content: {
    'application/json': {
      schema: schemas.of(body),
      example: operation.example ?? exampleOf(jsonSchemaOf(body)),
    },
  },
});

const parametersOf = (schema: AnySchema, place: 'path' | 'query'): JsonSchemaObject[] => {
  const { properties = {}, required = [] } = jsonSchemaOf(schema) as {
    properties?: Record<string, JsonSchemaObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, examples, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: property,
    ...(examples === undefined ? {} : { example: (examples as unknown[])[0] }),
  }));
};

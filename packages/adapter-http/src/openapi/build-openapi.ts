import { ALL_PERMISSIONS, REASONS, type ReasonCode } from '@govgate/domain';
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { statusOf } from '../http-status.js';
import type { Operation } from '../operation/define-operation.js';
import type { AnySchema } from '../operation/schema-shape.js';

type JsonObject = Record<string, unknown>;

const ErrorEnvelopeSchema = v.object({
  schemaVersion: v.literal('1.0'),
  requestId: v.string(),
  status: v.number(),
  reasonCode: v.picklist(Object.keys(REASONS) as ReasonCode[]),
  message: v.string(),
  retryable: v.boolean(),
  machineSafe: v.boolean(),
  redactionStatus: v.literal('metadata_only'),
  field: v.optional(v.string()),
});

/** Builds the OpenAPI 3.1 document out of the operations. */
export const buildOpenApi = (operations: readonly Operation[]): JsonObject => {
  const paths: Record<string, JsonObject> = {};
  for (const operation of operations) {
    const path = operation.path.replace(/:([a-z_]+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method]: operationObject(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'govgate administration API',
      version: '1.0.0',
      description:
        'Administration service of a governance gateway between AI agents and MCP servers or API sources.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: [...new Set(operations.map(({ tag }) => tag))].sort().map((name) => ({ name })),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A JWT access token or an API token.' },
      },
      schemas: {
        ErrorEnvelope: jsonSchema(ErrorEnvelopeSchema),
        Permission: { type: 'string', enum: [...ALL_PERMISSIONS] },
      },
    },
  };
};

const operationObject = (operation: Operation): JsonObject => ({
  operationId: operation.id,
  summary: operation.summary,
  tags: [operation.tag],
  ...(operation.permission === 'public' ? { security: [] } : {}),
  ...(operation.extension ? { 'x-extension': true } : {}),
  'x-permission': operation.permission,
  parameters: [
    ...parametersOf(operation.params, 'path'),
    ...parametersOf(operation.query, 'query'),
    ...headersOf(operation),
  ],
  ...(operation.body === undefined ? {} : requestBody(operation, operation.body)),
  responses: { ...success(operation), ...refusals(operation) },
});

const requestBody = (operation: Operation, body: AnySchema): JsonObject => ({
  requestBody: {
    required: true,
    content: { 'application/json': { schema: withActorField(operation, jsonSchema(body)) } },
  },
});

// A deprecated actor field is part of the body's schema already; one that is forbidden is no part of it.
const withActorField = (operation: Operation, schema: JsonObject): JsonObject => {
  const field = operation.actorField;
  if (field?.rule !== 'must_match') return schema;
  const properties = schema.properties as Record<string, JsonObject>;
  return {
    ...schema,
    properties: { ...properties, [field.name]: { ...properties[field.name], deprecated: true } },
  };
};

const parametersOf = (schema: AnySchema, place: 'path' | 'query'): JsonObject[] => {
  const { properties = {}, required = [] } = jsonSchema(schema) as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
};

const headersOf = (operation: Operation): JsonObject[] => {
  if (operation.method === 'get')
    return operation.recordTag === undefined ? [] : [header('If-None-Match', false)];
  return operation.audited === undefined ? [] : [header('If-Match', false), header('Idempotency-Key', false)];
};

const header = (name: string, required: boolean): JsonObject => ({
  name,
  in: 'header',
  required,
  schema: { type: 'string' },
});

const success = (operation: Operation): JsonObject => {
  const media = operation.contentType.split(';')[0] as string;
  const answer = {
    description: operation.summary,
    content: { [media]: { schema: jsonSchema(operation.response) } },
  };
  return Object.fromEntries(operation.successes.map((status) => [String(status), answer]));
};

const FOR_ALL: readonly ReasonCode[] = ['invalid_request', 'internal_error', 'store_unavailable'];
const FOR_CALLERS: readonly ReasonCode[] = [
  'unauthenticated',
  'permission_denied',
  'not_found',
  'rate_limited',
  'forbidden_material',
];
const FOR_WRITES: readonly ReasonCode[] = [
  'conflict',
  'etag_mismatch',
  'payload_too_large',
  'unsupported_media_type',
  'validation_failed',
];

const refusals = (operation: Operation): JsonObject => {
  const codes = [
    ...FOR_ALL,
    ...(operation.permission === 'public' ? [] : FOR_CALLERS),
    ...(operation.body === undefined ? [] : FOR_WRITES),
  ];
  const statuses = new Set(codes.map(statusOf).filter((status) => !operation.successes.includes(status)));
  return Object.fromEntries([...statuses].sort().map((status) => [String(status), refusal]));
};

const refusal: JsonObject = {
  description: 'Refused; the reason code tells why',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorEnvelope' } } },
};

// Checks that JSON Schema cannot say (date-times, duplicate keys) are left to the service; the document says what it can.
const jsonSchema = (schema: AnySchema): JsonObject => {
  const { $schema: _, ...rest } = toJsonSchema(schema as never, { errorMode: 'ignore' }) as JsonObject;
  return rest;
};

import { ErrorEnvelopeSchema } from '../error-envelope.js';
import type { Operation } from '../operation/define-operation.js';
import type { JsonSchemaObject } from '../operation/documented-check.js';
import { TAGS } from '../operation/tags.js';
import { COMPONENT_SCHEMAS } from './component-schemas.js';
import { forGenerators } from './for-generators.js';
import { makeSchemas, type Schemas } from './make-schemas.js';
import { operationObject } from './operation-object.js';
import { RESPONSE_HEADERS } from './response-headers.js';
import { shareResponses } from './shared-responses.js';
import { WEBHOOKS } from './webhooks.js';

const DESCRIPTION = `Administration service of a governance gateway between AI agents and MCP servers or API sources.

Values may be added to the lists of answers within /v1; clients must tolerate them.

# Authentication

\`Authorization: Bearer …\` with an API token (\`ggw_…\`, made by \`POST /v1/api-tokens\` or \`govgate token create\`) or a JWT access token of a
configured issuer (RFC 9068). The actor of a change is always the one who is authenticated. Each operation names the permission that it needs;
\`GET /v1/identity/me\` lists those of the caller.

# Tenant and environment

Every record belongs to a tenant and an environment. The tenant is the caller's own unless it is named; an environment must be given by callers
who hold grants in several. A record of another tenant or environment answers as one that does not exist.

# Errors

One envelope for all: \`reasonCode\` says why, \`field\` where, \`detail\` and \`expected\` what is right, \`retryable\` whether the same request may succeed
later. Nothing that was sent is repeated. Any path answers 405 \`method_not_allowed\` with \`Allow\` to methods that are not listed here, and a path
that is not listed 404 \`route_not_found\`.

# Limits and retries

By default a caller has 600 reads and 120 writes a minute; \`RateLimit\` and \`RateLimit-Policy\` say what is left, and 429 comes with \`Retry-After\`.
Bodies are JSON in UTF-8, at most 32 levels deep, without the keys \`__proto__\`, \`constructor\` and \`prototype\` outside of free JSON. A parameter may
stand once. \`X-Request-Id\` is taken over where it is an identifier, and made otherwise. After a
503 send the change again with the same \`Idempotency-Key\`: it happens once.

# Idempotency

A change that is sent again with the same \`Idempotency-Key\` within 24 hours gets the first answer. \`If-Match\` makes a change go ahead only on the
state that was seen; \`If-None-Match\` makes a read answer 304 while nothing has changed.`;

/** Builds the OpenAPI 3.1 document from the operations: nothing in it is written by hand. */
export const buildOpenApi = (operations: readonly Operation[]): JsonSchemaObject => {
  const schemas = makeSchemas(
    { ...COMPONENT_SCHEMAS, ErrorEnvelope: ErrorEnvelopeSchema },
    operations.flatMap(({ body, response }) => (body === undefined ? [response] : [body, response])),
  );
  const { paths, responses } = shareResponses(pathsOf(operations, schemas));
  return forGenerators({
    openapi: '3.1.0',
    info: {
      title: 'govgate administration API',
      version: '1.0.0',
      summary:
        'Policies, credentials, reviews, sessions, data planes, roles and the audit trail of a governance gateway.',
      description: DESCRIPTION,
      contact: { name: 'The operator of this service' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: WEBHOOKS,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A JWT access token (RFC 9068) or an API token `ggw_…`. Each operation names the required permission in `x-permission`; `GET /v1/identity/me` lists those the caller holds.',
        },
      },
      headers: RESPONSE_HEADERS,
      responses,
      schemas: schemas.components,
    },
  });
};

const pathsOf = (operations: readonly Operation[], schemas: Schemas): Record<string, JsonSchemaObject> => {
  const paths: Record<string, JsonSchemaObject> = {};
  for (const operation of operations) {
    const path = operation.path.replace(/:([a-z_]+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method]: operationObject(operation, schemas) };
  }
  return Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1)));
};

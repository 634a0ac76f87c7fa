import type { Json } from '@govgate/domain';
import * as v from 'valibot';
import { FORBIDDEN_KEYS } from '../operation/body-safety.js';
import { said } from '../operation/said.js';
import { FREE_TEXT } from '../operation/schema-shape.js';

const KEYS = { not: { enum: [...FORBIDDEN_KEYS] } };
const ITSELF = { $ref: '#/components/schemas/JsonValue' };

/** Any JSON value that body parsing lets through. */
export const JsonValue = v.pipe(
  v.custom<Json>(() => true),
  v.metadata({
    anyOf: [
      { type: 'null' },
      { type: 'boolean' },
      { type: 'number' },
      { type: 'string', pattern: FREE_TEXT },
      { type: 'array', items: ITSELF },
      { type: 'object', propertyNames: KEYS, additionalProperties: ITSELF },
    ],
  }),
);

/** Any JSON object. */
export const JsonObject = v.record(
  v.pipe(
    v.string(),
    said((key) => !FORBIDDEN_KEYS.has(key), KEYS),
  ),
  JsonValue,
);

import type { Json } from '@govgate/domain';
import * as v from 'valibot';
import { FREE } from '../operation/schema-shape.js';

/** Any JSON value that body parsing lets through. Its schema is open: generators of clients break on one that contains itself. */
export const JsonValue = v.pipe(
  v.custom<Json>(() => true),
  v.metadata({}),
);

/** Any JSON value in the caller's own words: any text may be a key in it. */
export const FreeValue = v.pipe(
  v.custom<Json>(() => true),
  v.metadata(FREE),
);

/** Any JSON object, as a document with declared members. */
export const JsonSchemaObject = v.record(v.string(), JsonValue);

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Any JSON object in the caller's own words. valibot's records would drop some of its keys. */
export const FreeObject = v.pipe(
  v.custom<{ readonly [key: string]: Json }>(isObject),
  v.metadata({ ...FREE, type: 'object', additionalProperties: true }),
);

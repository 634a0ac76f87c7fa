import type { Json } from '@govgate/domain';
import * as v from 'valibot';
import { FORBIDDEN_KEYS } from '../operation/body-safety.js';
import { said } from '../operation/said.js';

const KEYS = { not: { enum: [...FORBIDDEN_KEYS] } };

/** Any JSON value that body parsing lets through. Its schema is open: generators of clients break on one that contains itself. */
export const JsonValue = v.pipe(
  v.custom<Json>(() => true),
  v.metadata({}),
);

/** Any JSON object. */
export const JsonObject = v.record(
  v.pipe(
    v.string(),
    said((key) => !FORBIDDEN_KEYS.has(key), KEYS),
  ),
  JsonValue,
);

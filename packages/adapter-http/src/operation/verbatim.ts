import * as v from 'valibot';
import type { Verbatim } from './camelized.js';
import { type AnySchema, DOCUMENT } from './schema-shape.js';

/** A schema whose value is a document in a spelling of its own: neither the intake nor the projector looks into it. */
export const verbatim = <S extends AnySchema>(
  schema: S,
): v.GenericSchema<v.InferInput<S>, Verbatim<v.InferOutput<S>>> =>
  v.pipe(schema, v.metadata(DOCUMENT)) as never;

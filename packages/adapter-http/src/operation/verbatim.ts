import * as v from 'valibot';
import type { Verbatim } from './camelized.js';
import { type AnySchema, DOCUMENT } from './schema-shape.js';

/** A schema whose value is a document with a spelling of its own: neither intake nor projector looks inside. */
export const verbatim = <S extends AnySchema>(
  schema: S,
): v.GenericSchema<v.InferInput<S>, Verbatim<v.InferOutput<S>>> =>
  v.pipe(schema, v.metadata(DOCUMENT)) as never;

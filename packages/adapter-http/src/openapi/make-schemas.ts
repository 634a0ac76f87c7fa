import { jsonSchemaOf } from '../operation/json-schema.js';
import type { JsonObject } from '../operation/said.js';
import type { AnySchema } from '../operation/schema-shape.js';
import { explained } from './explained.js';

/** The schemas of a document: those with a name, and how any other is told. */
export interface Schemas {
  readonly components: JsonObject;
  readonly of: (schema: AnySchema) => JsonObject;
  /** Told in full, without names. */
  readonly whole: (schema: AnySchema) => JsonObject;
}

/** Tells schemas with the names of those that have one, and with what the glossary says of their fields. */
export const makeSchemas = (named: Readonly<Record<string, AnySchema>>): Schemas => ({
  components: Object.fromEntries(
    Object.entries(named).map(([name, schema]) => [name, componentOf(name, schema, named)]),
  ),
  of: (schema) => explained(jsonSchemaOf(schema, named)),
  whole: (schema) => explained(jsonSchemaOf(schema)),
});

// A definition is told in full where it stands, and by its name everywhere else.
const componentOf = (
  name: string,
  schema: AnySchema,
  named: Readonly<Record<string, AnySchema>>,
): JsonObject => {
  const { [name]: _, ...others } = named;
  return explained(jsonSchemaOf(schema, others));
};

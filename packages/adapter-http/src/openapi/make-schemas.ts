import type { JsonSchemaObject } from '../operation/documented-check.js';
import { jsonSchemaOf, jsonSchemasOf } from '../operation/json-schema.js';
import type { AnySchema } from '../operation/schema-shape.js';

/** The schemas of a document: those with a name, and how any other is written. */
export interface Schemas {
  readonly components: JsonSchemaObject;
  readonly of: (schema: AnySchema) => JsonSchemaObject;
}

type NamedSchemas = Readonly<Record<string, AnySchema>>;

/** Renders schemas, referring to named ones by name. All at once: rendered one by one, each would repeat every named schema. */
export const makeSchemas = (named: NamedSchemas, others: readonly AnySchema[]): Schemas => {
  const names = new Map(Object.entries(named).map(([name, schema]) => [schema, name]));
  const nameless = [...new Set(others)].filter((schema) => !names.has(schema));
  const places = new Map(nameless.map((schema, at) => [schema, `nameless${at}`]));
  const all = { ...named, ...Object.fromEntries([...places].map(([schema, place]) => [place, schema])) };
  const rendered = jsonSchemasOf(all);
  return {
    components: Object.fromEntries(Object.keys(named).map((name) => [name, rendered[name]])),
    of: (schema) => {
      const name = names.get(schema);
      if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
      return rendered[places.get(schema) ?? ''] ?? jsonSchemaOf(schema);
    },
  };
};

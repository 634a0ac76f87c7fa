import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import { type JsonObject, sayingOf } from './said.js';
import type { AnySchema } from './schema-shape.js';

// What cannot be said in JSON Schema throws: then the OpenAPI document would allow what the service refuses.
const CONVERSION: ConversionConfig = {
  target: 'draft-2020-12',
  errorMode: 'throw',
  overrideAction: ({ valibotAction, jsonSchema }) => {
    const says = sayingOf(valibotAction);
    return says === undefined ? undefined : { ...jsonSchema, ...says };
  },
  overrideSchema: ({ valibotSchema, jsonSchema }) =>
    valibotSchema.type === 'custom' ? jsonSchema : withoutNever(jsonSchema),
};

/** A schema in JSON Schema. The schemas of `definitions` are referred to by name where they stand in it. */
export const jsonSchemaOf = (
  schema: AnySchema,
  definitions: Readonly<Record<string, AnySchema>> = {},
): JsonObject => {
  const {
    $schema: _,
    $defs: __,
    ...said
  } = toJsonSchema(schema as never, {
    ...CONVERSION,
    definitions: definitions as never,
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  }) as JsonObject;
  return said;
};

// A member that one form of a body may not have is one that this form does not know.
const withoutNever = (schema: JsonSchema): undefined => {
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    if (typeof member === 'object' && JSON.stringify(member.not) === '{}') delete schema.properties?.[name];
  if (schema.required?.length === 0) delete schema.required;
};

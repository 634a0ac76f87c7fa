import {
  type ConversionConfig,
  type JsonSchema,
  toJsonSchema,
  toJsonSchemaDefs,
} from '@valibot/to-json-schema';
import { type JsonSchemaObject, schemaOfCheck } from './documented-check.js';
import type { AnySchema } from './schema-shape.js';

// What JSON Schema cannot express throws: otherwise the OpenAPI document would allow what the service refuses.
const CONVERSION: ConversionConfig = {
  target: 'draft-2020-12',
  errorMode: 'throw',
  overrideAction: ({ valibotAction, jsonSchema }) => {
    const schema = schemaOfCheck(valibotAction);
    return schema === undefined ? undefined : { ...jsonSchema, ...schema };
  },
  overrideSchema: ({ valibotSchema, jsonSchema }) => {
    if (valibotSchema.type === 'custom') return jsonSchema;
    if (valibotSchema.type === 'variant') return withDiscriminator(valibotSchema as never, jsonSchema);
    return withoutNever(jsonSchema);
  },
};

/** A schema as JSON Schema. */
export const jsonSchemaOf = (schema: AnySchema): JsonSchemaObject => converted(schema, CONVERSION);

/** Schemas as JSON Schema by name, referring to each other by name. */
export const jsonSchemasOf = (
  named: Readonly<Record<string, AnySchema>>,
): Readonly<Record<string, JsonSchemaObject>> =>
  toJsonSchemaDefs(named as never, {
    ...CONVERSION,
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  }) as Record<string, JsonSchemaObject>;

/** As much of a schema as JSON Schema can express: enough for hints, not for a document. */
export const sayableOf = (schema: AnySchema): JsonSchemaObject =>
  converted(schema, { ...CONVERSION, errorMode: 'ignore' });

const converted = (schema: AnySchema, config: ConversionConfig): JsonSchemaObject => {
  const { $schema: _, ...document } = toJsonSchema(schema as never, config) as JsonSchemaObject;
  return document;
};

// A member forbidden in one form of a body is simply unknown to that form.
const withoutNever = (schema: JsonSchema): undefined => {
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    if (typeof member === 'object' && JSON.stringify(member.not) === '{}') delete schema.properties?.[name];
  if (schema.required?.length === 0) delete schema.required;
};

interface Variant {
  readonly key: string;
  readonly options: readonly { readonly entries: Readonly<Record<string, { readonly literal?: string }>> }[];
}

// Generators of clients tell named forms apart by it.
const withDiscriminator = ({ key, options }: Variant, schema: JsonSchema): JsonSchema | undefined => {
  const forms = schema.oneOf?.map((form) => (typeof form === 'object' ? form.$ref : undefined)) ?? [];
  if (forms.includes(undefined)) return undefined;
  const mapping = Object.fromEntries(options.map(({ entries }, at) => [entries[key]?.literal, forms[at]]));
  return { ...schema, discriminator: { propertyName: key, mapping } } as JsonSchema;
};

import { camelCase } from '../operation/casing.js';
import type { JsonObject } from '../operation/said.js';
import { GLOSSARY } from '../wire/glossary.js';

/** A schema with descriptions from the glossary on its fields, at any depth. */
export const explained = (schema: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'properties') return [key, explainedFields(value as Record<string, JsonObject>)];
      if (KEEPING.has(key)) return [key, value];
      if (Array.isArray(value))
        return [key, value.map((inner) => (isSchema(inner) ? explained(inner) : inner))];
      return [key, isSchema(value) ? explained(value) : value];
    }),
  );

const KEEPING = new Set(['const', 'enum', 'default', 'examples', 'required']);

const explainedFields = (fields: Record<string, JsonObject>): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      { ...fitting(entryOf(name), field), ...explained(field) },
    ]),
  );

// Only texts, numbers and list entries get examples; objects and enums show themselves.
const fitting = ({ examples, ...entry }: JsonObject, field: JsonObject): JsonObject => {
  const [example] = (examples ?? []) as unknown[];
  if (example === undefined) return entry;
  if (takes(field, example)) return { ...entry, examples: [example] };
  const items = field.items as JsonObject | undefined;
  return items !== undefined && takes(items, example) ? { ...entry, examples: [[example]] } : entry;
};

const takes = (field: JsonObject, example: unknown): boolean =>
  [field, ...((field.anyOf as JsonObject[] | undefined) ?? [])].some(
    ({ type, enum: values, const: only }) => {
      if (values !== undefined || only !== undefined) return false;
      return type === typeof example || (type === 'integer' && typeof example === 'number');
    },
  );

const isSchema = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The glossary's entry for a field, in JSON Schema terms. */
const entryOf = (name: string): JsonObject => {
  const entry = GLOSSARY[camelCase(name)];
  if (entry === undefined) return {};
  const [description, ...examples] = entry;
  return { description, ...(examples.length === 0 ? {} : { examples }) };
};

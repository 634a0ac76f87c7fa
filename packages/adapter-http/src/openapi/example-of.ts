import type { JsonSchemaObject } from '../operation/documented-check.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly minItems?: number;
}

/**
 * An example for a schema, assembled from the examples of its fields; undefined where they have none. Of several forms it shows the first.
 */
export const exampleOf = (schema: JsonSchemaObject): unknown => exampleIn(schema as Schema);

const exampleIn = (schema: Schema): unknown => {
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.default !== undefined && schema.default !== null) return schema.default;
  const [form] = schema.oneOf ?? schema.anyOf ?? [];
  if (form !== undefined) return exampleIn(form);
  return exampleOfType(schema);
};

const exampleOfType = (schema: Schema): unknown => {
  switch (schema.type) {
    case 'object':
      return objectExample(schema);
    case 'array':
      return listExample(schema);
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    default:
      return undefined;
  }
};

// A non-empty list whose items have no example has none either.
const listExample = ({ items = {}, minItems = 0 }: Schema): unknown => {
  const shown = [exampleIn(items)].filter((item) => item !== undefined);
  return shown.length < minItems ? undefined : shown;
};

const objectExample = ({ properties = {} }: Schema): JsonSchemaObject =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, inner]) => {
      const value = exampleIn(inner);
      return value === undefined ? [] : [[name, value]];
    }),
  );

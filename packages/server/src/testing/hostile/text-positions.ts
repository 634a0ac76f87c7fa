import type { Operation } from '@govgate/adapter-http';
import { documentedOperation } from '../samples/documented-operation.js';
import type { RequestSchema } from './schema-arbitrary.js';

type Path = readonly (string | number)[];

interface TextSchema extends RequestSchema {
  readonly properties?: Readonly<Record<string, TextSchema>>;
  readonly anyOf?: readonly TextSchema[];
  readonly oneOf?: readonly TextSchema[];
  readonly items?: TextSchema;
  readonly additionalProperties?: TextSchema | boolean;
  readonly writeOnly?: boolean;
  readonly 'x-document'?: boolean;
}

/** A position in a body or a query where a text is allowed. */
export interface TextPosition {
  readonly part: 'body' | 'query';
  readonly path: Path;
  /** The name of the position in an answer. */
  readonly field: string;
  /** Whether any text is allowed there: no grammar of its own, no list of values. */
  readonly free: boolean;
}

/** Every text that a call of an operation can have in its body or its query, according to the OpenAPI document. */
export const textPositions = (operation: Operation): readonly TextPosition[] => [
  ...textsOf(bodySchema(operation), []).map((found) => ({ part: 'body' as const, ...found })),
  ...documentedOperation(operation)
    .parameters.filter((parameter) => parameter.in === 'query')
    .flatMap(({ name, schema }) => textsOf(schema, [name]))
    .map((found) => ({ part: 'query' as const, ...found })),
];

const NAME = 'any_name';

/** What every free text has for a pattern: anything but a NUL. */
const ANY_TEXT = '^[^\\u0000]*$';

/** A body with a text at a place; what has to stand around it and does not is made as the schema wants it. */
export const bodyWith = (
  operation: Operation,
  body: unknown,
  { path }: TextPosition,
  text: string,
): Readonly<Record<string, unknown>> =>
  placed(bodySchema(operation), body, path, text) as Record<string, unknown>;

const placed = (schema: TextSchema, value: unknown, [key, ...rest]: Path, text: string): unknown => {
  if (key === undefined) return text;
  const fitting = optionWith(schema, key);
  if (typeof key === 'number') {
    const [first, ...others] = Array.isArray(value) ? value : [];
    return [placed(fitting.items ?? {}, first, rest, text), ...others];
  }
  const around = {
    ...(value === undefined || fitting !== schema ? (leastOf(fitting) as Record<string, unknown>) : {}),
    ...known(fitting, value),
  };
  return { ...around, [key]: placed(memberOf(fitting, key), around[key], rest, text) };
};

// Members of another form of a body are not allowed in this one.
const known = (
  { properties = {}, additionalProperties }: TextSchema,
  value: unknown,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value ?? {}).filter(([key]) => additionalProperties !== false || key in properties),
  );

const optionWith = (schema: TextSchema, key: string | number): TextSchema => {
  const options = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const has = ({ properties, items, additionalProperties }: TextSchema): boolean =>
    typeof key === 'number'
      ? items !== undefined
      : properties?.[key] !== undefined || typeof additionalProperties === 'object';
  return options.find(has) ?? schema;
};

const memberOf = ({ properties, additionalProperties }: TextSchema, key: string): TextSchema =>
  properties?.[key] ?? (typeof additionalProperties === 'object' ? additionalProperties : {});

/** The minimal value that a schema accepts. */
const leastOf = (schema: TextSchema): unknown => {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [option] = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (option !== undefined) return leastOf(option);
  if (schema.type === 'object')
    return Object.fromEntries(
      (schema.required ?? []).map((name) => [name, leastOf(schema.properties?.[name] ?? {})]),
    );
  if (schema.type === 'array') return [];
  if (schema.type === 'boolean') return false;
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 0;
  return schema.format === 'date-time' ? '2026-01-01T00:00:00.000Z' : 'find_ticket';
};

const bodySchema = (operation: Operation): TextSchema => documentedOperation(operation).body?.schema ?? {};

const textsOf = (schema: TextSchema, path: Path): Omit<TextPosition, 'part'>[] => {
  if (schema['x-document'] === true) return [];
  const options = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const { additionalProperties: open } = schema;
  // A name that the caller makes up is reported as the field that holds it.
  const field = path.slice(0, path.includes(NAME) ? path.indexOf(NAME) : undefined).join('.');
  return [
    ...(schema.type === 'string' ? [{ path, field, free: isFree(schema) }] : []),
    ...options.flatMap((option) => textsOf(option, path)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => textsOf(inner, [...path, name])),
    ...(schema.items === undefined ? [] : textsOf(schema.items, [...path, 0])),
    ...(typeof open === 'object' ? textsOf(open, [...path, NAME]) : []),
  ];
};

const isFree = ({ enum: values, const: value, pattern, format, writeOnly }: TextSchema): boolean =>
  [values, value, format, writeOnly].every((rule) => rule === undefined) &&
  (pattern === undefined || pattern === ANY_TEXT);

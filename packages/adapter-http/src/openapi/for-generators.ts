import type { JsonSchemaObject } from '../operation/documented-check.js';

const INT32_MAX = 2 ** 31 - 1;

/**
 * Says what generators of clients would otherwise get wrong: an integer that may pass 32 bits is `int64`, since Go and Java take 32 where
 * nothing is said, the one value that a text may have is a `string`, any value of a map is `true`, and no default is an object, which they
 * write down as code. Names of properties are no keywords, and examples stay as they are.
 */
export const forGenerators = <T>(value: T): T => {
  if (Array.isArray(value)) return value.map(forGenerators) as T;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([key, inner]) => key !== 'default' || !isObject(inner));
  const plain = Object.fromEntries(members.map(([key, inner]) => [key, memberOf(key, inner)]));
  if (isLong(value as JsonSchemaObject)) return { ...plain, format: 'int64' } as T;
  return ('const' in value && typeof value.const === 'string' ? { type: 'string', ...plain } : plain) as T;
};

const memberOf = (key: string, inner: unknown): unknown => {
  if (key === 'example' || key === 'examples') return inner;
  if (key === 'additionalProperties' && isEmpty(inner)) return true;
  if (key !== 'properties' || !isObject(inner)) return forGenerators(inner);
  return Object.fromEntries(
    Object.entries(inner as object).map(([name, schema]) => [name, forGenerators(schema)]),
  );
};

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmpty = (value: unknown): boolean => isObject(value) && Object.keys(value as object).length === 0;

const isLong = ({ type, maximum = Number.POSITIVE_INFINITY }: JsonSchemaObject): boolean =>
  type === 'integer' && Number(maximum) > INT32_MAX;

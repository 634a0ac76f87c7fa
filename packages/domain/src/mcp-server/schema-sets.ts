import { canonicalJson, type ExactJson } from '../canonical-json.js';

type Members = { readonly [name: string]: ExactJson };

// Keywords of JSON Schema (2020-12, and draft 7 where it names them otherwise) by what their value is.
const SETS = new Set(['enum', 'required', 'type']);
const NAMED_SETS = new Set(['dependentRequired']);
const NAMED_SCHEMAS = new Set([
  '$defs',
  'definitions',
  'dependentSchemas',
  'patternProperties',
  'properties',
]);
const SCHEMAS = new Set([
  'additionalItems',
  'additionalProperties',
  'allOf',
  'anyOf',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'oneOf',
  'prefixItems',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

/**
 * A JSON Schema with its sets in one order: the lists of `required`, `dependentRequired`, `type` and `enum` say the same in any. Values such
 * as those of `default` and `const`, and whatever an unknown keyword holds, stay as they are.
 */
export const withSortedSets = (schema: ExactJson): ExactJson => {
  if (Array.isArray(schema)) return schema.map(withSortedSets);
  return isObject(schema) ? mapped(schema, partOf) : schema;
};

const partOf = (value: ExactJson, keyword: string): ExactJson => {
  if (SETS.has(keyword)) return sorted(value);
  if (SCHEMAS.has(keyword)) return withSortedSets(value);
  if (!isObject(value)) return value;
  if (NAMED_SETS.has(keyword)) return mapped(value, sorted);
  return NAMED_SCHEMAS.has(keyword) ? mapped(value, withSortedSets) : value;
};

const sorted = (value: ExactJson): ExactJson => {
  if (!Array.isArray(value)) return value;
  const items: readonly ExactJson[] = value;
  return items
    .map((item) => [canonicalJson(item), item] as const)
    .sort(([a], [b]) => (a < b ? -1 : Number(a > b)))
    .map(([, item]) => item);
};

const mapped = (members: Members, map: (value: ExactJson, name: string) => ExactJson): Members =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, map(value, name)]));

const isObject = (value: ExactJson): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

import { canonicalJson, type Json } from '@govgate/domain';

type Schema = { readonly [keyword: string]: Json | undefined };

/** What a JSON Schema allows that it did not allow before, and where: by keywords, `properties/path`. */
export interface Widened {
  readonly code: 'argument_added' | 'argument_optional' | 'values_widened';
  readonly place: string;
}

/** Keywords by which a greater number, or none, allows more; and by which a smaller one does. */
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const;
const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const;
/** Keywords that cannot be compared: any other value may allow more. */
const OPAQUE = [
  'pattern',
  'format',
  'multipleOf',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'if',
  'then',
  'else',
  '$ref',
  '$dynamicRef',
  'patternProperties',
  'propertyNames',
  'prefixItems',
  'contains',
  'minContains',
  'maxContains',
  'uniqueItems',
  'unevaluatedItems',
  'unevaluatedProperties',
  'dependentRequired',
  'dependentSchemas',
  'contentEncoding',
  'contentMediaType',
];

/** Compares two schemas of a tool's arguments, in time linear in their length; what cannot be compared counts as widened where it differs. */
export const widened = (old: Json | undefined, now: Json | undefined, place = ''): readonly Widened[] => {
  if (old === undefined) return [];
  if (now === false) return [];
  if (!isSchema(old)) return old === false ? [{ code: 'values_widened', place }] : [];
  const schemas = { old, now: isSchema(now) ? now : {}, place };
  return [
    ...(allowsMore(old, schemas.now) ? [{ code: 'values_widened', place } as const] : []),
    ...argumentsWidened(schemas),
    ...below('items', schemas),
    ...below('additionalProperties', schemas),
    ...['$defs', 'definitions'].flatMap((name) => eachBelow(name, schemas)),
  ];
};

interface Schemas {
  readonly old: Schema;
  readonly now: Schema;
  readonly place: string;
}

const allowsMore = (old: Schema, now: Schema): boolean =>
  valuesGrew(old, now) ||
  typesGrew(old, now) ||
  UPPER.some((keyword) => isLooser(old[keyword], now[keyword], 1)) ||
  LOWER.some((keyword) => isLooser(old[keyword], now[keyword], -1)) ||
  OPAQUE.some((keyword) => old[keyword] !== undefined && canonical(old[keyword]) !== canonical(now[keyword]));

const isLooser = (old: Json | undefined, now: Json | undefined, sign: 1 | -1): boolean =>
  typeof old === 'number' && (typeof now !== 'number' || now * sign > old * sign);

const valuesGrew = (old: Schema, now: Schema): boolean => grew(valuesOf(old), valuesOf(now));

const valuesOf = ({ enum: values, const: only }: Schema): readonly string[] | undefined => {
  if (only !== undefined) return [canonical(only)];
  return Array.isArray(values) ? values.map(canonical) : undefined;
};

const typesGrew = (old: Schema, now: Schema): boolean => grew(typesOf(old.type), typesOf(now.type));

const typesOf = (type: Json | undefined): readonly string[] | undefined =>
  type === undefined ? undefined : [type].flat().map(canonical);

// Without a list anything goes.
const grew = (old: readonly string[] | undefined, now: readonly string[] | undefined): boolean => {
  if (old === undefined) return false;
  const before = new Set(old);
  return now === undefined || now.some((value) => !before.has(value));
};

const argumentsWidened = (schemas: Schemas): readonly Widened[] => {
  const { old, now, place } = schemas;
  const [before, after] = [membersOf(old.properties), membersOf(now.properties)];
  const [required, stays] = [namesIn(old.required), new Set(namesIn(now.required))];
  return [
    ...Object.keys(after)
      .filter((name) => !Object.hasOwn(before, name))
      .map((name) => ({ code: 'argument_added', place: join(place, 'properties', name) }) as const),
    ...required
      .filter((name) => !stays.has(name))
      .map((name) => ({ code: 'argument_optional', place: join(place, 'properties', name) }) as const),
    ...eachBelow('properties', schemas),
  ];
};

const eachBelow = (keyword: string, { old, now, place }: Schemas): readonly Widened[] => {
  const [before, after] = [membersOf(old[keyword]), membersOf(now[keyword])];
  return Object.keys(before)
    .filter((name) => Object.hasOwn(after, name))
    .flatMap((name) => widened(before[name], after[name], join(place, keyword, name)));
};

const below = (keyword: string, { old, now, place }: Schemas): readonly Widened[] =>
  widened(old[keyword], now[keyword] ?? true, join(place, keyword));

const join = (place: string, ...more: readonly string[]): string =>
  [place, ...more].filter((part) => part !== '').join('/');

const membersOf = (value: Json | undefined): Schema => (isSchema(value) ? value : {});

const namesIn = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];

const canonical = (value: Json | undefined): string => (value === undefined ? '' : canonicalJson(value));

const isSchema = (value: Json | undefined): value is Schema & { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

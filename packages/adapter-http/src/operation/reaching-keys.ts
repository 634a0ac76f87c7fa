import { type AnySchema, type Shape, shapeOf } from './schema-shape.js';

/** Keys that reach into prototypes. Where members are declared nobody sends one in good faith; in free JSON they are names like others. */
export const REACHING_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Where a value has such a key anywhere but in the parts that a schema leaves to the caller (docs/spec/conventions.md): the declared names
 * that lead there. Undefined: nowhere.
 */
export const reachingPlace = (schema: AnySchema, value: unknown): readonly string[] | undefined =>
  placeIn(shapeOf(schema), value);

const placeIn = (shape: Shape, value: unknown): readonly string[] | undefined => {
  if (!isObject(value) || (shape.kind === 'leaf' && shape.isFree)) return undefined;
  if (Array.isArray(value) && shape.kind !== 'leaf') return placeBelow(value as never, () => itemOf(shape));
  // Nothing is declared of what stands where no object should.
  if (shape.kind !== 'object') return reachesAnywhere(value) ? [] : undefined;
  for (const key in value) if (REACHING_KEYS.has(key)) return [];
  return placeBelow(value, (key) => shape.entries.get(key));
};

const itemOf = (shape: Shape): Shape => (shape.kind === 'array' ? shape.item : shape);

const placeBelow = (
  value: Readonly<Record<string, unknown>>,
  shapeAt: (key: string) => Shape | undefined,
): readonly string[] | undefined => {
  for (const key in value) {
    const shape = shapeAt(key);
    const below = shape === undefined ? undefined : placeIn(shape, value[key]);
    if (below !== undefined) return [key, ...below];
  }
  return undefined;
};

/** Whether a value has such a key at all. */
export const reachesAnywhere = (value: unknown): boolean => {
  if (!isObject(value)) return false;
  if (Array.isArray(value)) return value.some(reachesAnywhere);
  for (const key in value) if (REACHING_KEYS.has(key) || reachesAnywhere(value[key])) return true;
  return false;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

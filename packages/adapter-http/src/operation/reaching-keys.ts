import { type AnySchema, type Shape, shapeOf } from './schema-shape.js';

/** Keys that reach into prototypes. Where members are declared nobody sends one in good faith; in free JSON they are names like others. */
export const REACHING_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether a value has such a key anywhere but in the parts that a schema leaves to the caller (docs/spec/conventions.md). */
export const hasReachingKey = (schema: AnySchema, value: unknown): boolean =>
  reachesIn(shapeOf(schema), value);

const reachesIn = (shape: Shape, value: unknown): boolean => {
  if (!isObject(value) || (shape.kind === 'leaf' && shape.isFree)) return false;
  // Nothing is declared of what stands where no object should.
  if (shape.kind === 'leaf') return reachesAnywhere(value);
  if (Array.isArray(value))
    return value.some((item) => reachesIn(shape.kind === 'array' ? shape.item : shape, item));
  if (shape.kind === 'array') return reachesAnywhere(value);
  for (const key in value) {
    if (REACHING_KEYS.has(key)) return true;
    const declared = shape.entries.get(key);
    if (declared !== undefined && reachesIn(declared, value[key])) return true;
  }
  return false;
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

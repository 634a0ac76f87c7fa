import { camelCase } from './casing.js';
import { type AnySchema, type Shape, shapeOf } from './schema-shape.js';

/** Turns an internal value into its wire form. */
export type Projector = (value: unknown) => unknown;

/**
 * Compiles an allow-list from a response schema: only declared keys of an internal value leave, in the declared casing. A key the schema
 * does not name cannot be sent. Undefined values are left out.
 */
export const compileProjector = (schema: AnySchema): Projector => projectorOf(shapeOf(schema));

/** The same for a schema's shape. */
export const projectorOf = (shape: Shape): Projector => {
  if (shape.kind === 'leaf') return AS_IT_IS;
  if (shape.kind === 'object') return objectProjector(shape.entries);
  const item = projectorOf(shape.item);
  return item === AS_IT_IS ? item : (value) => (Array.isArray(value) ? value.map(item) : value);
};

const AS_IT_IS: Projector = (value) => value;

const objectProjector = (entries: ReadonlyMap<string, Shape>): Projector => {
  const members = [...entries].map(([wireName, shape]) => ({
    wireName,
    name: camelCase(wireName),
    project: projectorOf(shape),
  }));
  return (value) => {
    if (value === null || typeof value !== 'object') return value;
    const source = value as Record<string, unknown>;
    const wire: Record<string, unknown> = {};
    for (const member of members) {
      const inner = source[member.name];
      if (inner === undefined) continue;
      wire[member.wireName] = member.project === AS_IT_IS ? inner : member.project(inner);
    }
    return wire;
  };
};

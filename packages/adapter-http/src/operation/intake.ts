import { camelCase } from './casing.js';
import { type AnySchema, type Shape, shapeOf } from './schema-shape.js';

/** Turns a validated wire value into its internal form. */
export type Intake = (value: unknown) => unknown;

/** The reverse of a projector: declared keys become camelCase; open parts stay as they were sent. */
export const compileIntake = (schema: AnySchema): Intake => intakeOf(shapeOf(schema));

const AS_SENT: Intake = (value) => value;

const intakeOf = (shape: Shape): Intake => {
  if (shape.kind === 'leaf') return AS_SENT;
  if (shape.kind === 'object') return objectIntake(shape.entries);
  const item = intakeOf(shape.item);
  return item === AS_SENT ? AS_SENT : (value) => (Array.isArray(value) ? value.map(item) : value);
};

const objectIntake = (entries: ReadonlyMap<string, Shape>): Intake => {
  const members = [...entries].map(([wireName, shape]) => ({
    wireName,
    name: camelCase(wireName),
    take: intakeOf(shape),
  }));
  return (value) => {
    if (value === null || typeof value !== 'object') return value;
    const wire = value as Record<string, unknown>;
    const internal: Record<string, unknown> = {};
    for (const member of members) {
      const sent = wire[member.wireName];
      if (sent !== undefined) internal[member.name] = member.take === AS_SENT ? sent : member.take(sent);
    }
    return internal;
  };
};

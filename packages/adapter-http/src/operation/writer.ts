import { camelCase } from './casing.js';
import { projectorOf } from './projector.js';
import { type AnySchema, type Shape, shapeOf } from './schema-shape.js';

/** Writes an internal value as JSON text. */
export type Writer = (value: unknown) => string;

/**
 * Compiles an answer's writer: its projection as JSON. Values shared by many answers are serialized once for as long as they live, and the
 * text is assembled around them: a batch of a hundred decisions often holds the same few (ADR 39).
 */
export const compileWriter = (schema: AnySchema): Writer => writerOf(shapeOf(schema));

const writerOf = (shape: Shape): Writer => {
  if (!holdsShared(shape)) return wholeWriter(shape);
  if (shape.kind === 'array') return listWriter(writerOf(shape.item));
  if (shape.kind === 'leaf') return wholeWriter(shape);
  return shape.shared === true ? rememberingWriter(wholeWriter(shape)) : objectWriter(shape.entries);
};

const holdsShared = (shape: Shape): boolean => {
  if (shape.kind === 'array') return holdsShared(shape.item);
  return shape.kind === 'object' && (shape.shared === true || [...shape.entries.values()].some(holdsShared));
};

const wholeWriter = (shape: Shape): Writer => {
  const project = projectorOf(shape);
  return (value) => JSON.stringify(project(value));
};

// Frozen values keep their serialized text; others belong to one answer.
const rememberingWriter = (write: Writer): Writer => {
  const texts = new WeakMap<object, string>();
  // Usually a list holds the same value as at the previous place.
  let last: { readonly of: unknown; readonly text: string } | undefined;
  return (value) => {
    if (last !== undefined && last.of === value) return last.text;
    // Primitives are frozen too, and cannot be WeakMap keys.
    if (typeof value !== 'object' || value === null || !Object.isFrozen(value)) return write(value);
    const text = texts.get(value) ?? write(value);
    texts.set(value, text);
    last = { of: value, text };
    return text;
  };
};

const listWriter =
  (item: Writer): Writer =>
  (value) =>
    Array.isArray(value) ? `[${value.map(item).join(',')}]` : JSON.stringify(value);

const objectWriter = (entries: ReadonlyMap<string, Shape>): Writer => {
  const members = [...entries].map(([wireName, shape]) => ({
    name: camelCase(wireName),
    key: `${JSON.stringify(wireName)}:`,
    write: writerOf(shape),
  }));
  return (value) => {
    if (value === null || typeof value !== 'object') return JSON.stringify(value);
    const source = value as Record<string, unknown>;
    const texts: string[] = [];
    for (const { name, key, write } of members)
      if (source[name] !== undefined) texts.push(key + write(source[name]));
    return `{${texts.join(',')}}`;
  };
};

import { projectorOf } from './projector.js';
import { type AnySchema, shapeOf } from './schema-shape.js';

/** Writes an internal value as JSON text. */
export type Writer = (value: unknown) => string;

/** Compiles an answer's writer: its projection as JSON. */
export const compileWriter = (schema: AnySchema): Writer => {
  const project = projectorOf(shapeOf(schema));
  return (value) => JSON.stringify(project(value));
};

declare const LINE: unique symbol;

/** Lines of JSON, each with a value of this type. A compile-time mark only: the compiler holds a stream against the schema of its lines. */
export type JsonLines<Line> = string & { readonly [LINE]: Line };

/** A value as a line. */
export const jsonLine = <Line>(value: Line): JsonLines<Line> =>
  `${JSON.stringify(value)}\n` as JsonLines<Line>;

/** Lines one after the other; '' without any. */
export const joinLines = <Line>(lines: readonly JsonLines<Line>[]): JsonLines<Line> =>
  lines.join('') as JsonLines<Line>;

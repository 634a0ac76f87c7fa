import type { JsonLines } from '@govgate/domain/internal';

/** An answer sent piece by piece, such as an export: lines that are each a value of this type, spelt as they leave. */
export interface StreamedAnswer<Line = unknown> {
  readonly stream: AsyncIterable<JsonLines<Line>>;
}

export const isStream = (output: unknown): output is StreamedAnswer =>
  typeof output === 'object' &&
  output !== null &&
  Symbol.asyncIterator in ((output as { stream?: object }).stream ?? {});

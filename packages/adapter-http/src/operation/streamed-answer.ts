/** An answer sent piece by piece, such as an export. */
export interface StreamedAnswer {
  readonly stream: AsyncIterable<string>;
}

export const isStream = (output: unknown): output is StreamedAnswer =>
  typeof output === 'object' &&
  output !== null &&
  Symbol.asyncIterator in ((output as { stream?: object }).stream ?? {});

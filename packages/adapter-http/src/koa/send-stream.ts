import { Readable } from 'node:stream';
import type { CallCtx } from './call.js';

/** An answer that is sent piece by piece, such as an export. */
export interface StreamedAnswer {
  readonly stream: AsyncIterable<string>;
}

export const isStream = (output: unknown): output is StreamedAnswer =>
  typeof output === 'object' &&
  output !== null &&
  Symbol.asyncIterator in ((output as { stream?: object }).stream ?? {});

/** Sends an answer in chunks as the reader takes them: memory stays flat however long it is. */
export const sendStream = (ctx: CallCtx, output: StreamedAnswer, contentType: string): void => {
  ctx.status = 200;
  const { headers } = ctx.state;
  for (let i = 0; i < headers.length; i += 2) ctx.set(headers[i] as string, headers[i + 1] as string);
  ctx.set('Content-Type', contentType);
  ctx.body = Readable.from(output.stream, { objectMode: false });
};

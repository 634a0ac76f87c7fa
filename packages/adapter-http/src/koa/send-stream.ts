import { Readable } from 'node:stream';
import type { StreamedAnswer } from '../operation/streamed-answer.js';
import type { CallCtx } from './call.js';
import { sayWhoKeepsIt } from './send.js';

/** Streams an answer as fast as its reader takes it: memory stays flat whatever its length. */
export const sendStream = (ctx: CallCtx, output: StreamedAnswer, contentType: string): void => {
  ctx.status = 200;
  sayWhoKeepsIt(ctx);
  const { headers } = ctx.state;
  for (let i = 0; i < headers.length; i += 2) ctx.set(headers[i] as string, headers[i + 1] as string);
  ctx.set('Content-Type', contentType);
  ctx.body = Readable.from(output.stream, { objectMode: false });
};

import { hash } from 'node:crypto';
import type { Refusal } from '@govgate/domain';
import { errorEnvelope } from '../error-envelope.js';
import { statusOf } from '../http-status.js';
import type { CallCtx } from './call.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** A ready answer: its bytes' text and, for single records, its strong ETag. */
export interface ReadyAnswer {
  readonly status: number;
  readonly text: string;
  readonly etag: string | undefined;
  readonly contentType: string;
}

/** The ETag of a whole answer: the record's part, a dot, and a hash over everything that was derived beside it. */
export const wholeTag = (recordTag: string, text: string): string =>
  `"${recordTag}.${hash('sha256', text, 'base64url').slice(0, 16)}"`;

/** Sends a ready answer, or 304 when the caller has it. */
export const sendAnswer = (ctx: CallCtx, answer: ReadyAnswer): void => {
  const { etag } = answer;
  if (etag !== undefined) {
    ctx.state.headers.push('ETag', etag);
    const known = ctx.req.headers['if-none-match'];
    if (known !== undefined && ctx.method === 'GET' && isKnown(known, etag)) {
      writeHead(ctx, 304);
      ctx.res.end();
      return;
    }
  }
  sendText(ctx, answer.status, answer.contentType, answer.text);
};

const isKnown = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.split(',').some((known) => known.trim().replace(/^W\//, '') === etag || known.trim() === '*');

/** Sends the error envelope of a refusal. */
export const sendRefusal = (ctx: CallCtx, refusal: Refusal): void => {
  ctx.state.refusal = refusal;
  const status = statusOf(refusal.reasonCode);
  const { headers } = ctx.state;
  if (status === 401) headers.push('WWW-Authenticate', 'Bearer');
  // A limit of rate says itself when its window ends.
  if (status === 503 || (status === 429 && !headers.includes('Retry-After')))
    headers.push('Retry-After', '5');
  // The rest of a body that is too large is not waited for.
  if (status === 413 || status === 408) headers.push('Connection', 'close');
  sendText(
    ctx,
    status,
    JSON_TYPE,
    JSON.stringify(errorEnvelope(refusal, ctx.state.requestId, ctx.state.operation?.operation.permission)),
  );
};

const sendText = (ctx: CallCtx, status: number, contentType: string, text: string): void => {
  ctx.state.headers.push('Content-Type', contentType, 'Content-Length', String(Buffer.byteLength(text)));
  writeHead(ctx, status);
  ctx.res.end(text);
};

// Koa would set each header and look at the body again; the head is complete, so it is told to keep out (ctx.respond).
const writeHead = (ctx: CallCtx, status: number): void => {
  ctx.respond = false;
  ctx.res.writeHead(status, ctx.state.headers);
};

import { hash } from 'node:crypto';
import type { Refusal } from '@govgate/domain';
import { errorEnvelope } from '../error-envelope.js';
import { statusOf } from '../http-status.js';
import type { CallCtx } from './call.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** A ready answer: its text and, for single records, its strong ETag. */
export interface ReadyAnswer {
  readonly status: number;
  readonly text: string;
  readonly etag: string | undefined;
  readonly contentType: string;
}

/** The ETag of a whole answer: the record's part, a dot, and a hash of everything derived. */
export const wholeTag = (recordTag: string, text: string): string =>
  `"${recordTag}.${hash('sha256', text, 'base64url').slice(0, 16)}"`;

/** Longest answer, in bytes: lists stop before it, anything else beyond it is refused. */
const LONGEST_ANSWER = 4 * 1024 * 1024;

/** Sends a ready answer, or 304 when the caller already has it. */
export const sendAnswer = (ctx: CallCtx, answer: ReadyAnswer): void => {
  const { etag } = answer;
  if (etag !== undefined && isKnownTo(ctx, etag)) {
    ctx.state.headers.push('ETag', etag);
    writeHead(ctx, 304);
    ctx.res.end();
    return;
  }
  const bytes = Buffer.byteLength(answer.text);
  // A change is committed by now and its caller must learn so: only reads are refused.
  const refusal = ctx.method === 'GET' ? refusalOfSize(ctx, bytes) : undefined;
  if (refusal !== undefined) {
    sendRefusal(ctx, refusal);
    return;
  }
  if (etag !== undefined) ctx.state.headers.push('ETag', etag);
  sendText(ctx, answer, bytes);
};

/** Sends the error envelope of a refusal. */
export const sendRefusal = (ctx: CallCtx, refusal: Refusal): void => {
  ctx.state.refusal = refusal;
  const status = statusOf(refusal.reasonCode);
  const { headers } = ctx.state;
  if (status === 401) headers.push('WWW-Authenticate', 'Bearer');
  if (status === 503) headers.push('Retry-After', '5');
  if (status === 429 && !headers.includes('Retry-After')) headers.push('Retry-After', '1');
  // The rest of an oversized body is not awaited.
  if (status === 413 || status === 408) headers.push('Connection', 'close');
  const envelope = errorEnvelope(refusal, ctx.state.requestId, ctx.state.operation?.operation.permission);
  sendText(ctx, { status, contentType: JSON_TYPE, text: JSON.stringify(envelope) });
};

const sendText = (
  ctx: CallCtx,
  { status, contentType, text }: Omit<ReadyAnswer, 'etag'>,
  bytes = Buffer.byteLength(text),
): void => {
  const { headers, untaken, principal } = ctx.state;
  headers.push('Content-Type', contentType, 'Content-Length', String(bytes));
  writeHead(ctx, status);
  // As a string, a long answer would take three times its size until it is sent.
  if (bytes > LONG_TEXT) ctx.res.end(Buffer.from(text));
  // ASCII: as many bytes as characters, and written without another scan.
  else ctx.res.end(text, bytes === text.length ? 'latin1' : 'utf8');
  untaken.sent(principal, bytes, ctx.res);
};

const LONG_TEXT = 64 * 1024;

// Koa would set each header and inspect the body again; the head is complete, so `ctx.respond` keeps Koa out.
const writeHead = (ctx: CallCtx, status: number): void => {
  ctx.respond = false;
  ctx.res.writeHead(status, ctx.state.headers);
};

const refusalOfSize = ({ state: { untaken, principal } }: CallCtx, bytes: number): Refusal | undefined => {
  if (bytes > LONGEST_ANSWER) return { reasonCode: 'limit_exceeded' };
  return untaken.isTooMuch(principal, bytes) ? { reasonCode: 'rate_limited' } : undefined;
};

const isKnownTo = (ctx: CallCtx, etag: string): boolean => {
  const known = ctx.req.headers['if-none-match'];
  return known !== undefined && ctx.method === 'GET' && isKnown(known, etag);
};

const isKnown = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.split(',').some((known) => known.trim().replace(/^W\//, '') === etag || known.trim() === '*');

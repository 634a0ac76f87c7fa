import { hash } from 'node:crypto';
import type { Refusal } from '@govgate/domain';
import { errorEnvelope } from '../error-envelope.js';
import { statusOf } from '../http-status.js';
import { namesAnswer } from '../operation/conditional-headers.js';
import type { SharedFile } from '../operation/shared-file.js';
import { SIGNALS_PATH, signalRefusal } from '../operation/signal-error.js';
import { isScimPath, scimRefusal } from '../scim/scim-error.js';
import type { Ctx } from './call.js';
import { isReadable } from './readable-target.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** A ready answer: its text and, for single records, its strong ETag. */
export interface ReadyAnswer {
  readonly status: number;
  readonly text: string;
  readonly etag: string | undefined;
  readonly contentType: string;
}

/** What leaves. What many calls get is one shared buffer, so that readers who never read cost no memory of their own. */
export type ResponseBody = string | Buffer;

/** The ETag of a whole answer: the record's part, a dot, and a hash of everything derived. */
export const wholeTag = (recordTag: string, text: string): string =>
  `"${recordTag}.${hash('sha256', text, 'base64url').slice(0, 16)}"`;

/** Longest answer, in bytes: lists stop before it, anything else beyond it is refused. */
const LONGEST_ANSWER = 4 * 1024 * 1024;

/** Sends a ready answer, or 304 when the caller already has it. */
export const sendAnswer = (ctx: Ctx, { status, text, etag, contentType }: ReadyAnswer): void =>
  status === 204
    ? sendNothing(ctx)
    : sendTagged(ctx, { status, body: text, headers: ['Content-Type', contentType] }, etag);

const sendNothing = (ctx: Ctx): void => {
  writeOwnHead(ctx, 204);
  ctx.res.end();
};

/** Answers a browser that asks whether pages of other origins may read this (Fetch, CORS-preflight). */
export const sendPreflight = (ctx: Ctx): void => {
  ctx.state.headers.push('Access-Control-Allow-Origin', '*', 'Access-Control-Allow-Methods', 'GET');
  ctx.state.headers.push('Access-Control-Allow-Headers', 'Authorization', 'Access-Control-Max-Age', '86400');
  sendNothing(ctx);
};

/** Sends a file, or 304 when the caller already has it. */
export const sendFile = (ctx: Ctx, { body, etag }: SharedFile, contentType: string): void =>
  sendTagged(ctx, { status: 200, body, headers: ['Content-Type', contentType] }, etag);

const sendTagged = (ctx: Ctx, answer: Outgoing, etag: string | undefined): void => {
  if (etag === undefined) send(ctx, answer);
  else if (!isKnownTo(ctx, etag)) send(ctx, { ...answer, headers: [...answer.headers, 'ETag', etag] });
  else {
    ctx.state.headers.push('ETag', etag);
    writeOwnHead(ctx, 304);
    ctx.res.end();
  }
};

/** Sends the error envelope of a refusal, or SCIM's form of it. */
export const sendRefusal = (ctx: Ctx, refusal: Refusal): void => {
  ctx.state.refusal = refusal;
  // Nobody keeps a refusal, whatever the answer was to be.
  ctx.state.cacheControl = 'no-store';
  const { status, ...answer } = refusalOf(ctx, refusal);
  const { headers } = ctx.state;
  if (answer.language !== undefined) headers.push('Content-Language', answer.language);
  if (status === 401) headers.push('WWW-Authenticate', 'Bearer');
  if (status === 503) headers.push('Retry-After', '5');
  if (status === 429 && !headers.includes('Retry-After')) headers.push('Retry-After', '1');
  // The rest of an oversized body is not awaited.
  if (status === 413 || status === 408) headers.push('Connection', 'close');
  write(ctx, { status, body: answer.text, headers: ['Content-Type', answer.contentType] });
};

// Other standards have forms of their own.
const refusalOf = (ctx: Ctx, refusal: Refusal): WrittenRefusal => {
  const path = isReadable(ctx.url) ? ctx.path : '';
  if (isScimPath(path)) return scimRefusal(refusal);
  const signal = path === SIGNALS_PATH && ctx.method === 'POST' ? signalRefusal(refusal) : undefined;
  return signal ?? ownRefusal(ctx, refusal);
};

interface WrittenRefusal {
  readonly status: number;
  readonly text: string;
  readonly contentType: string;
  readonly language?: string;
}

const ownRefusal = ({ state }: Ctx, refusal: Refusal) => ({
  status: statusOf(refusal.reasonCode),
  text: JSON.stringify(errorEnvelope(refusal, state.requestId, state.operation?.permission)),
  contentType: JSON_TYPE,
});

interface Outgoing {
  readonly status: number;
  readonly body: ResponseBody;
  /** Beside what every answer carries. */
  readonly headers: readonly string[];
}

/** Sends a body, or refuses a read that is too long or whose caller leaves too much unread. */
export const send = (ctx: Ctx, answer: Outgoing): void => {
  // A change is committed by now and its caller must learn so: only reads are refused.
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
  const refusal = isRead ? refusalOfSize(ctx, answer.body) : undefined;
  if (refusal === undefined) write(ctx, answer);
  else sendRefusal(ctx, refusal);
};

/** Sends what a middleware such as the console's has set on Koa's context; it says in full which headers go with it. */
export const sendPrepared = (ctx: Ctx): void => {
  const { status, response, res, state } = ctx;
  const body = (ctx.body ?? '') as ResponseBody;
  const headers = Object.entries(response.headers).flatMap(([name, value]) => [name, String(value)]);
  for (const name of res.getHeaderNames()) res.removeHeader(name);
  const refusal = refusalOfSize(ctx, body);
  if (refusal !== undefined) {
    sendRefusal(ctx, refusal);
    return;
  }
  state.headers = ['X-Request-Id', state.requestId, ...headers];
  writeHead(ctx, status);
  endWith(ctx, body, Buffer.byteLength(body));
};

const write = (ctx: Ctx, { status, body, headers }: Outgoing): void => {
  const bytes = Buffer.byteLength(body);
  ctx.state.headers.push(...headers, 'Content-Length', String(bytes));
  writeOwnHead(ctx, status);
  endWith(ctx, body, bytes);
};

// Unlike a prepared answer, which says so itself.
const writeOwnHead = (ctx: Ctx, status: number): void => {
  sayWhoKeepsIt(ctx);
  writeHead(ctx, status);
};

/** Adds who may keep an answer to its headers: nobody unless its operation says so. */
export const sayWhoKeepsIt = ({ state: { headers, cacheControl = 'no-store' } }: Ctx): void => {
  headers.push('Cache-Control', cacheControl);
};

// Koa would set each header and inspect the body again; the head is complete, so `ctx.respond` keeps Koa out.
const writeHead = (ctx: Ctx, status: number): void => {
  ctx.respond = false;
  ctx.res.writeHead(status, ctx.state.headers);
};

const LONG_TEXT = 64 * 1024;

// The one place where bodies leave, and their bytes are counted.
const endWith = (ctx: Ctx, body: ResponseBody, bytes: number): void => {
  const { res, state } = ctx;
  if (typeof body !== 'string') res.end(body);
  // As a string, a long answer would take three times its size until it is sent.
  else if (bytes > LONG_TEXT) res.end(Buffer.from(body));
  // ASCII: as many bytes as characters, and written without another scan.
  else res.end(body, bytes === body.length ? 'latin1' : 'utf8');
  state.untaken.sent(ctx, bytes);
};

const refusalOfSize = (ctx: Ctx, body: ResponseBody): Refusal | undefined => {
  const bytes = Buffer.byteLength(body);
  // A file is as long as it was built.
  if (typeof body === 'string' && bytes > LONGEST_ANSWER) return { reasonCode: 'limit_exceeded' };
  return ctx.state.untaken.isTooMuch(ctx, bytes) ? { reasonCode: 'rate_limited' } : undefined;
};

const isKnownTo = (ctx: Ctx, etag: string): boolean => {
  const known = ctx.req.headers['if-none-match'];
  return known !== undefined && ctx.method === 'GET' && namesAnswer(known, etag);
};

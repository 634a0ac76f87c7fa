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
  if (answer.etag !== undefined) {
    ctx.set('ETag', answer.etag);
    if (isKnown(ctx.get('If-None-Match'), answer.etag) && ctx.method === 'GET') {
      ctx.status = 304;
      return;
    }
  }
  ctx.status = answer.status;
  ctx.set('Content-Type', answer.contentType);
  ctx.body = answer.text;
};

const isKnown = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch !== '' &&
  ifNoneMatch.split(',').some((known) => known.trim().replace(/^W\//, '') === etag || known.trim() === '*');

/** Sends the error envelope of a refusal. */
export const sendRefusal = (ctx: CallCtx, refusal: Refusal): void => {
  ctx.state.refusal = refusal;
  const status = statusOf(refusal.reasonCode);
  ctx.status = status;
  if (status === 401) ctx.set('WWW-Authenticate', 'Bearer');
  if (status === 503) ctx.set('Retry-After', '5');
  // The rest of a body that is too large is not waited for.
  if (status === 413 || status === 408) ctx.set('Connection', 'close');
  ctx.set('Content-Type', JSON_TYPE);
  ctx.body = JSON.stringify(errorEnvelope(refusal, ctx.state.requestId));
};

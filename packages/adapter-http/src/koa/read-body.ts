import { type Result, refuse } from '@govgate/domain';
import type Koa from 'koa';
import { koaBody } from 'koa-body';
import { checkBody } from '../operation/body-safety.js';

interface ParserFault {
  readonly type?: string;
  readonly status?: number;
  readonly name?: string;
  readonly message?: string;
}

/** Reads a JSON body of limited size; what is wrong with it is a refusal, and nothing of it is kept. */
export type ReadBody = (ctx: Koa.Context) => Promise<Result<Record<string, unknown>>>;

const noNext = async (): Promise<void> => undefined;

/** Makes the reader of one operation, on koa-body. */
export const makeReadBody = (limit: number): ReadBody => {
  const parser = koaBody({
    json: true,
    text: false,
    urlencoded: false,
    multipart: false,
    jsonTypes: ['application/json'],
    jsonLimit: limit,
    patchNode: false,
  });
  return async (ctx) => {
    const refused = mediaRefusal(ctx);
    if (refused !== undefined) return refused;
    try {
      await parser(ctx, noNext);
    } catch (fault) {
      return refusalOf(fault as ParserFault);
    }
    return checkBody(ctx.request.body ?? {});
  };
};

const mediaRefusal = (ctx: Koa.Context): Result<never> | undefined => {
  const kind = ctx.request.is('application/json');
  if (kind === null) return undefined;
  const { charset } = ctx.request;
  const readable = kind !== false && (charset === '' || /^utf-?8$/i.test(charset));
  return readable ? undefined : refuse('unsupported_media_type');
};

const refusalOf = (fault: ParserFault): Result<never> => {
  if (fault.type === 'entity.too.large') return refuse('payload_too_large');
  if (fault.type === 'encoding.unsupported' || fault.status === 415) return refuse('unsupported_media_type');
  if (fault.type === 'request.aborted') return refuse('request_timeout');
  if (fault.name === 'SyntaxError') return refuse(isShapeFault(fault) ? 'invalid_request' : 'invalid_json');
  return refuse('invalid_request');
};

// co-body reports forbidden prototype keys and bodies that are no object as syntax errors of its own wording.
const isShapeFault = (fault: ParserFault): boolean =>
  /forbidden prototype property|only supports object and array/.test(fault.message ?? '');

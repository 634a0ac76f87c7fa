import { jsonFaultIn } from '@govgate/application';
import { type Help, type Result, refuse } from '@govgate/domain';
import type Koa from 'koa';
import { koaBody } from 'koa-body';
import { checkBody } from '../operation/body-safety.js';

interface ParserFault {
  readonly type?: string;
  readonly status?: number;
  readonly name?: string;
  readonly message?: string;
  /** The text that could not be parsed. */
  readonly body?: string;
}

/** Reads a JSON body of limited size; what is wrong with it is a refusal, and nothing of it is kept. */
export type ReadBody = (ctx: Koa.Context) => Promise<Result<Record<string, unknown>>>;

const noNext = async (): Promise<void> => undefined;

/** Makes the reader of one operation, on koa-body. A body of another media type is refused with 415, or as the operation's standard says. */
export const makeReadBody = (
  limit: number,
  otherMedia: 'unsupported_media_type' | 'invalid_request' = 'unsupported_media_type',
): ReadBody => {
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
    if (!isReadable(ctx)) return refuse(otherMedia, undefined, MEDIA_HELP);
    try {
      await parser(ctx, noNext);
    } catch (fault) {
      return refusalOf(fault as ParserFault, limit);
    }
    return checkBody(ctx.request.body ?? {});
  };
};

const isReadable = (ctx: Koa.Context): boolean => {
  // Nothing at all is sent by many clients as a body of length 0 without a type.
  if (ctx.request.length === 0 && ctx.request.type === '') return true;
  const kind = ctx.request.is('application/json');
  if (kind === null) return true;
  const { charset } = ctx.request;
  return kind !== false && (charset === '' || /^utf-?8$/i.test(charset));
};

const MEDIA_HELP: Help = {
  detail: 'Send Content-Type: application/json, in UTF-8.',
  expected: { values: ['application/json'] },
};

const refusalOf = (fault: ParserFault, limit: number): Result<never> => {
  if (fault.type === 'entity.too.large') return refuse('payload_too_large', undefined, sizeHelp(limit));
  if (fault.type === 'encoding.unsupported' || fault.status === 415) return refuse('unsupported_media_type');
  if (fault.type === 'request.aborted') return refuse('request_timeout');
  if (fault.name === 'SyntaxError')
    return isShapeFault(fault)
      ? refuse('invalid_request')
      : refuse('invalid_json', undefined, syntaxHelp(fault));
  return refuse('invalid_request');
};

const sizeHelp = (limit: number): Help => ({
  detail: `The body may have at most ${limit} bytes.`,
  expected: { maximum: limit },
});

const syntaxHelp = ({ body }: ParserFault): Help => {
  const fault = typeof body === 'string' ? jsonFaultIn(body) : undefined;
  if (fault === undefined) return {};
  return { detail: `The body stops being JSON at line ${fault.line}, column ${fault.column}.` };
};

// co-body reports forbidden prototype keys and bodies that are no object as syntax errors of its own wording.
const isShapeFault = (fault: ParserFault): boolean =>
  /forbidden prototype property|only supports object and array/.test(fault.message ?? '');

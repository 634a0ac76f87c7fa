import { jsonFaultIn } from '@govgate/application';
import { type Help, ok, type Result, refuse } from '@govgate/domain';
import type Koa from 'koa';
import { checkBody } from '../operation/body-safety.js';
import { type PlainText, readPlainText } from './read-plain-text.js';

interface ParserFault {
  readonly type?: string;
  readonly status?: number;
  readonly name?: string;
  readonly message?: string;
  /** The text that failed to parse. */
  readonly body?: string;
}

/** Reads a size-limited JSON body; a faulty one becomes a refusal, and nothing of it is kept. */
export type ReadBody = (ctx: Koa.Context) => Promise<Result<Record<string, unknown>>>;

/**
 * Makes the body reader of an operation. Another media type is refused with 415, or as the operation's standard requires. Uncompressed
 * bodies, nearly all of them, are read directly; compressed ones by koa-body (ADR 39).
 */
export const makeReadBody = (
  limit: number,
  otherMedia: 'unsupported_media_type' | 'invalid_request' = 'unsupported_media_type',
): ReadBody => {
  const unpack = makeUnpacker(limit);
  return async (ctx) => {
    if (!isReadable(ctx)) return refuse(otherMedia, undefined, MEDIA_HELP);
    const { 'content-encoding': coding = 'identity' } = ctx.req.headers;
    return coding === 'identity' ? parsed(await readPlainText(ctx.req, limit), limit) : unpack(ctx);
  };
};

const makeUnpacker = (limit: number): ReadBody => {
  let made: Promise<Koa.Middleware> | undefined;
  const parser = (): Promise<Koa.Middleware> => {
    made ??= makeParser(limit).catch((fault: unknown) => {
      made = undefined;
      throw fault;
    });
    return made;
  };
  return async (ctx) => {
    const parse = await parser();
    try {
      await parse(ctx, noNext);
    } catch (fault) {
      return refusalOf(fault as ParserFault, limit);
    }
    return checkBody(ctx.request.body ?? {});
  };
};

// Loaded with the first compressed body: what it brings along would make up half of the code that every start loads.
const makeParser = async (limit: number): Promise<Koa.Middleware> => {
  const { koaBody } = await import('koa-body');
  return koaBody({
    json: true,
    text: false,
    urlencoded: false,
    multipart: false,
    jsonTypes: ['application/json'],
    jsonLimit: limit,
    patchNode: false,
  });
};

const OBJECT_OR_LIST = /^[ \t\n\r]*[{[]/;

const parsed = (read: PlainText, limit: number): Result<Record<string, unknown>> => {
  if (read.text === undefined)
    return read.because === 'too_large' ? tooLarge(limit) : refuse('request_timeout');
  if (read.text === '') return ok({});
  if (!OBJECT_OR_LIST.test(read.text)) return refuse('invalid_request');
  let body: unknown;
  try {
    body = JSON.parse(read.text);
  } catch {
    return refuse('invalid_json', undefined, syntaxHelp(read.text));
  }
  return checkBody(body, read.text);
};

// The spelling most clients use, recognised without parsing.
const USUAL_TYPES: ReadonlySet<string | undefined> = new Set([
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=utf-8',
]);

const isReadable = (ctx: Koa.Context): boolean => {
  if (USUAL_TYPES.has(ctx.req.headers['content-type'])) return true;
  // Many clients send an empty body as length 0 without a type.
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
  if (fault.type === 'entity.too.large') return tooLarge(limit);
  if (fault.type === 'encoding.unsupported' || fault.status === 415) return refuse('unsupported_media_type');
  if (fault.type === 'request.aborted') return refuse('request_timeout');
  if (fault.name === 'SyntaxError')
    return isShapeFault(fault)
      ? refuse('invalid_request')
      : refuse('invalid_json', undefined, syntaxHelp(fault.body ?? ''));
  return refuse('invalid_request');
};

const tooLarge = (limit: number): Result<never> =>
  refuse('payload_too_large', undefined, {
    detail: `The body may have at most ${limit} bytes.`,
    expected: { maximum: limit },
  });

const syntaxHelp = (body: string): Help => {
  const fault = jsonFaultIn(body);
  if (fault === undefined) return {};
  return { detail: `The body stops being JSON at line ${fault.line}, column ${fault.column}.` };
};

// co-body reports forbidden prototype keys and non-object bodies as its own kind of syntax error.
const isShapeFault = (fault: ParserFault): boolean =>
  /forbidden prototype property|only supports object and array/.test(fault.message ?? '');

const noNext = async (): Promise<void> => undefined;

import { jsonFaultIn } from '@govgate/application';
import { type Help, ok, type Result, refuse } from '@govgate/domain';
import type Koa from 'koa';
import { checkBody } from '../operation/body-safety.js';
import { type PlainText, readPlainText, withoutMark } from './read-plain-text.js';

/** What koa-body throws. */
interface ParserFault {
  readonly type?: string;
  readonly status?: number;
}

/** A body that has arrived. It is parsed apart from that: many may arrive at once. */
export interface SentBody {
  /** In UTF-16 units. */
  readonly length: number;
  /** The object that it is; a faulty one becomes a refusal, and nothing of it is kept. */
  readonly parse: () => Result<Record<string, unknown>>;
}

/** Reads a size-limited JSON body. */
export type ReadBody = (ctx: Koa.Context) => Promise<SentBody>;

/**
 * Makes the body reader of an operation. Another media type is refused with 415, or as the operation's standard requires. Uncompressed
 * bodies, nearly all of them, are read directly; compressed ones by koa-body (ADR 4).
 */
export const makeReadBody = (
  limit: number,
  otherMedia: 'unsupported_media_type' | 'invalid_request' = 'unsupported_media_type',
): ReadBody => {
  const unpack = makeUnpacker(limit);
  return async (ctx) => {
    if (!isReadable(ctx)) return refused(refuse(otherMedia, undefined, MEDIA_HELP));
    const { 'content-encoding': coding = 'identity' } = ctx.req.headers;
    return coding === 'identity' ? plainBody(await readPlainText(ctx.req, limit), limit) : unpack(ctx);
  };
};

const refused = (refusal: Result<never>): SentBody => ({ length: 0, parse: () => refusal });

const textBody = (text: string): SentBody => ({ length: text.length, parse: () => parsed(text) });

const plainBody = (read: PlainText, limit: number): SentBody => {
  if (read.text !== undefined) return textBody(read.text);
  return refused(read.because === 'too_large' ? tooLarge(limit) : refuse('request_timeout'));
};

const makeUnpacker = (limit: number): ReadBody => {
  let made: Promise<Koa.Middleware> | undefined;
  const unpacker = (): Promise<Koa.Middleware> => {
    made ??= loadUnpacker(limit).catch((fault: unknown) => {
      made = undefined;
      throw fault;
    });
    return made;
  };
  return async (ctx) => {
    const unpack = await unpacker();
    try {
      await unpack(ctx, noNext);
    } catch (fault) {
      return refused(refusalOf(fault as ParserFault, limit));
    }
    return textBody(withoutMark(String(ctx.request.body ?? '')));
  };
};

// Loaded with the first compressed body: what it brings along would make up half of the code that every start loads.
const loadUnpacker = async (limit: number): Promise<Koa.Middleware> => {
  const { koaBody } = await import('koa-body');
  return koaBody({
    json: false,
    text: true,
    textTypes: ['application/json'],
    textLimit: limit,
    urlencoded: false,
    multipart: false,
    patchNode: false,
  });
};

const OBJECT_OR_LIST = /^[ \t\n\r]*[{[]/;

const parsed = (text: string): Result<Record<string, unknown>> => {
  if (text === '') return ok({});
  if (!OBJECT_OR_LIST.test(text)) return refuse('invalid_request');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return refuse('invalid_json', undefined, syntaxHelp(text));
  }
  return checkBody(body, text);
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

const noNext = async (): Promise<void> => undefined;

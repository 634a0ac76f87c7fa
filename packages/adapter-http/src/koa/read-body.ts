import { type Result, refuse } from '@govgate/domain';
import type Koa from 'koa';
import { type BodyForm, JSON_FORM } from '../operation/body-form.js';
import { holdsOwnCredential, OWN_CREDENTIAL_HELP } from '../operation/own-credential.js';
import { type PlainText, readPlainText, withoutMark } from './read-plain-text.js';

/** What koa-body throws. */
interface ParserFault {
  readonly type?: string;
  readonly status?: number;
}

/** A body that has arrived. It is parsed apart from that: many may arrive at once. */
export interface SentBody {
  readonly text: string;
  /** The object that it is; a faulty one becomes a refusal, and nothing of it is kept. */
  readonly parse: () => Result<Record<string, unknown>>;
}

/** Reads a size-limited body. */
export type ReadBody = (ctx: Koa.Context) => Promise<SentBody>;

/**
 * Makes the body reader of an operation. Another media type is refused with 415, or as the operation's standard requires. Uncompressed
 * bodies, nearly all of them, are read directly; compressed ones by koa-body (ADR 4).
 */
export const makeReadBody = (
  limit: number,
  otherMedia: 'unsupported_media_type' | 'invalid_request' = 'unsupported_media_type',
  form: BodyForm = JSON_FORM,
): ReadBody => {
  const reading = { limit, form };
  const unpack = makeUnpacker(reading);
  return async (ctx) => {
    if (!isReadable(ctx, form)) return refused(refuse(otherMedia, undefined, mediaHelp(form)));
    const { 'content-encoding': coding = 'identity' } = ctx.req.headers;
    const body =
      coding === 'identity' ? plainBody(await readPlainText(ctx.req, limit), reading) : await unpack(ctx);
    return holdsOwnCredential(body.text, ctx.req.headers)
      ? refused(refuse('forbidden_material', undefined, OWN_CREDENTIAL_HELP))
      : body;
  };
};

/** What bodies an operation takes. */
interface Reading {
  readonly limit: number;
  readonly form: BodyForm;
}

const refused = (refusal: Result<never>): SentBody => ({ text: '', parse: () => refusal });

const textBody = (text: string, { parse }: BodyForm): SentBody => ({
  text,
  parse: () => parse(text),
});

const plainBody = (read: PlainText, { limit, form }: Reading): SentBody => {
  if (read.text !== undefined) return textBody(read.text, form);
  return refused(read.because === 'too_large' ? tooLarge(limit) : refuse('request_timeout'));
};

const makeUnpacker = ({ limit, form }: Reading): ReadBody => {
  let made: Promise<Koa.Middleware> | undefined;
  const unpacker = (): Promise<Koa.Middleware> => {
    made ??= loadUnpacker({ limit, form }).catch((fault: unknown) => {
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
    return textBody(withoutMark(String(ctx.request.body ?? '')), form);
  };
};

// Loaded with the first compressed body: what it brings along would make up half of the code that every start loads.
const loadUnpacker = async ({ limit, form }: Reading): Promise<Koa.Middleware> => {
  const { koaBody } = await import('koa-body');
  return koaBody({
    json: false,
    text: true,
    textTypes: [...form.mediaTypes],
    textLimit: limit,
    urlencoded: false,
    multipart: false,
    patchNode: false,
  });
};

// The spelling most clients use, recognised without parsing.
const USUAL_TYPES: ReadonlySet<string | undefined> = new Set([
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=utf-8',
]);

const isReadable = (ctx: Koa.Context, { mediaTypes }: BodyForm): boolean => {
  if (mediaTypes === JSON_FORM.mediaTypes && USUAL_TYPES.has(ctx.req.headers['content-type'])) return true;
  // Many clients send an empty body as length 0 without a type.
  if (ctx.request.length === 0 && ctx.request.type === '') return true;
  const kind = ctx.request.is([...mediaTypes]);
  if (kind === null) return true;
  const { charset } = ctx.request;
  return kind !== false && (charset === '' || /^utf-?8$/i.test(charset));
};

const mediaHelp = ({ mediaTypes }: BodyForm) => ({
  detail: `Send Content-Type: ${mediaTypes[0]}, in UTF-8.`,
  expected: { values: mediaTypes },
});

const refusalOf = (fault: ParserFault, limit: number): Result<never> => {
  if (fault.type === 'entity.too.large') return tooLarge(limit);
  if (fault.type === 'encoding.unsupported' || fault.status === 415) return refuse('unsupported_media_type');
  if (fault.type === 'request.aborted') return refuse('request_timeout');
  return refuse('invalid_request', undefined, {
    detail: 'The body is not compressed as its Content-Encoding says.',
  });
};

const tooLarge = (limit: number): Result<never> =>
  refuse('payload_too_large', undefined, {
    detail: `The body may have at most ${limit} bytes.`,
    expected: { maximum: limit },
  });

const noNext = async (): Promise<void> => undefined;

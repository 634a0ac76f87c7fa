import { type Result, refuse } from '@govgate/domain';

/** What an Idempotency-Key may be: printable ASCII, 1 to 255 characters. */
export const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;

/** Reads an Idempotency-Key: printable ASCII, 1 to 255 characters. */
export const readIdempotencyKey = (header: string | undefined): Result<string | undefined> => {
  if (header === undefined) return { ok: true, value: undefined };
  return IDEMPOTENCY_KEY.test(header)
    ? { ok: true, value: header }
    : refuse('invalid_request', 'Idempotency-Key', {
        detail: 'The key must be 1 to 255 printable ASCII characters.',
        expected: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
      });
};

/** What compressing proxies append to tags: `"7-gzip"`, `"7--gzip"`. */
const CODING_SUFFIX = /--?(?:gzip|br|zstd|deflate)$/;

/** Whether an If-None-Match names an answer, also by a tag that a proxy has weakened on the way. */
export const namesAnswer = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch
    .split(',')
    .map((known) => known.trim())
    .some((known) => known === '*' || strongOf(known) === etag);

const strongOf = (tag: string): string => {
  const opaque = /^(?:W\/)?"([^"]*)"$/.exec(tag)?.[1];
  return opaque === undefined ? '' : `"${opaque.replace(CODING_SUFFIX, '')}"`;
};

/**
 * Reads If-Match into record tags: `"7.abc"` and `"7"` both give 7, and so does `W/"7.abc"`, as proxies that compress weaken tags: the tag
 * is of the record, not of the bytes (docs/spec/conventions.md). Undefined: no such header.
 */
export const readIfMatch = (header: string | undefined): Result<readonly string[] | undefined> => {
  if (header === undefined) return { ok: true, value: undefined };
  const tags = header.split(',').map((tag) => tag.trim());
  if (tags.includes('*')) return { ok: true, value: ['*'] };
  // What is no tag becomes something that equals no record tag.
  const records = tags.map(
    (tag) => /^(?:W\/)?"([^".]*)(?:\.[^"]*)?"$/.exec(tag)?.[1]?.replace(CODING_SUFFIX, '') ?? '',
  );
  return { ok: true, value: records };
};

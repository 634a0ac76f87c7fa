import { type Result, refuse } from '@govgate/domain';
import type { Stored } from '@govgate/ports';
import type { CallContext } from './context.js';

/** The record's part of an ETag: changes with every write of the record. */
export const recordTag = (stored: Stored<unknown>): string => String(stored.version);

/** A record tag in a body's `etag`: quoted, as in a header. */
export const quotedTag = (tag: string): string => `"${tag}"`;

/** Whether the caller's If-Match, if any, names the record's current state (412 otherwise; 428 if required and missing). */
export const checkIfMatch = (
  context: CallContext,
  stored: Stored<unknown>,
  rule: 'optional' | 'required' = 'optional',
): Result<undefined> => {
  const { ifMatch } = context;
  if (ifMatch === undefined)
    return rule === 'required' ? refuse('precondition_required') : { ok: true, value: undefined };
  if (ifMatch.includes('*') || ifMatch.includes(recordTag(stored))) return { ok: true, value: undefined };
  return refuse('etag_mismatch');
};

/** The record after a commit: one version further. */
export const afterWrite = <T>(before: Stored<unknown> | undefined, record: T): Stored<T> => ({
  record,
  version: (before?.version ?? 0) + 1,
});

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { beginsLikeToken } from '@govgate/domain/internal';
import { isOfOwnCredential } from '../operation/own-credential.js';
import { pathId } from '../operation/path-id.js';

/**
 * A name that a caller gives a call, if acceptable. Names are written to the trail for good, so one that is not shaped like an id, looks
 * like a credential, even a truncated one, or is the caller's own, is dropped.
 */
const takenName = (
  sent: string | readonly string[] | undefined,
  headers: IncomingHttpHeaders,
): string | undefined => {
  if (typeof sent !== 'string') return undefined;
  return pathId(sent) !== '' && !beginsLikeToken(sent) && !isOfOwnCredential(sent, headers)
    ? sent
    : undefined;
};

/** What the caller names the call by: its `X-Request-Id`, if acceptable. */
export const requestIdOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined =>
  takenName(headers['x-request-id'], headers);

/** The trace id of a `traceparent` (W3C Trace Context, section 3.2.2); later versions may append fields. */
const TRACE = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/;

/** What the caller groups the call's events by: `X-Correlation-Id`, else the call's trace id; null when neither is acceptable. */
export const correlationIdOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string | null =>
  takenName(headers['x-correlation-id'], headers) ??
  takenName(TRACE.exec(String(headers.traceparent))?.[1], headers) ??
  null;

import type { IncomingMessage } from 'node:http';
import { beginsLikeToken } from '@govgate/domain';
import { pathId } from '../operation/path-id.js';

/**
 * A name that a caller gives a call, where it can be taken. Names are written to the trail for good: one that is no id in form
 * or looks like a credential, even cut short, is not taken.
 */
export const takenName = (sent: string): string | undefined =>
  pathId(sent) !== '' && !beginsLikeToken(sent) ? sent : undefined;

/** The trace's id in a `traceparent` (W3C Trace Context, section 3.2.2); later versions may say more behind it. */
const TRACE = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/;

/** What the caller groups the call's events by: `X-Correlation-Id`, else the trace that the call belongs to; null: neither can be taken. */
export const correlationIdOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string | null =>
  takenName(textOf(headers['x-correlation-id'])) ??
  takenName(TRACE.exec(textOf(headers.traceparent))?.[1] ?? '') ??
  null;

const textOf = (header: string | readonly string[] | undefined): string =>
  typeof header === 'string' ? header : '';

import type { GovgateError } from './govgate-error.js';

const FIRST_MS = 200;
const LONGEST_MS = 5_000;

/**
 * Whether a call may be sent again. What govgate refuses, it says itself; where nobody knows whether the call arrived, only a call that
 * changes nothing or carries an Idempotency-Key is sent again.
 */
export const mayRepeat = ({ retryable, reasonCode }: GovgateError, isRepeatable: boolean): boolean =>
  retryable && (isRepeatable || !UNKNOWN.has(reasonCode));

const UNKNOWN: ReadonlySet<string> = new Set(['connection_failed', 'other_answer']);

/** How long to wait before the next attempt: doubled each time, spread, and never less than the service asked for. */
export const pauseMs = (attempt: number, random: number, retryAfter = 0): number => {
  const most = Math.min(FIRST_MS * 2 ** (attempt - 1), LONGEST_MS);
  return Math.round(retryAfter * 1000 + most * (0.5 + random / 2));
};

// A longer delay requested by an endpoint is cut to this; the retry schedule continues by itself.
const MOST_SECONDS = 86_400;
const DELTA = /^\d{1,9}$/;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Reads a `Retry-After` header, seconds or an HTTP date: seconds from now, at most a day; null if absent. */
export const retryAfterSeconds = (value: string | undefined, nowMs: number): number | null => {
  const wished = value === undefined ? null : wishedSeconds(value.trim(), nowMs);
  return wished === null ? null : Math.min(wished, MOST_SECONDS);
};

const wishedSeconds = (value: string, nowMs: number): number | null => {
  if (DELTA.test(value)) return Number(value);
  if (!HTTP_DATE.test(value)) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - nowMs) / 1_000));
};

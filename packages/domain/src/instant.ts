/** A moment in UTC as the API writes it: `YYYY-MM-DDTHH:MM:SS.mmmZ`. Equal width, so text order is time order. */
export type Instant = string;

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** The instant of a number of milliseconds since 1970. */
export const instantOf = (epochMs: number): Instant => new Date(epochMs).toISOString();

/** Milliseconds since 1970 of an instant. */
export const epochMsOf = (instant: Instant): number => Date.parse(instant);

/** Reads an ISO 8601 date-time with an offset and writes it in the API's form, or gives undefined. */
export const parseInstant = (text: string): Instant | undefined => {
  if (!INSTANT.test(text) || !onCalendar(text.slice(0, 19))) return undefined;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) return undefined;
  const written = instantOf(ms);
  return written.length === 24 ? written : undefined;
};

// Date.parse takes February 30th for March 2nd, and hour 24 for the next day.
const onCalendar = (local: string): boolean => {
  const ms = Date.parse(`${local}Z`);
  return !Number.isNaN(ms) && instantOf(ms).startsWith(local);
};

/** The instant some seconds later (or earlier, when negative). */
export const addSeconds = (instant: Instant, seconds: number): Instant =>
  instantOf(epochMsOf(instant) + seconds * 1000);

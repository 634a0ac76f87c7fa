/** A moment in UTC as the API writes it: `YYYY-MM-DDTHH:MM:SS.mmmZ`. Equal width, so text order is time order. */
export type Instant = string;

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** The first and the last moment that can be written in the API's form; what lies beyond counts as these. */
const FIRST_MS = Date.parse('0000-01-01T00:00:00.000Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * The instant of a number of milliseconds since 1970. Years that have not four digits would break the text's order, so that an
 * end far away would lie in the past.
 *
 * @throws RangeError where it is no number
 */
export const instantOf = (epochMs: number): Instant =>
  new Date(Math.min(Math.max(epochMs, FIRST_MS), LAST_MS)).toISOString();

/** Milliseconds since 1970 of an instant. */
export const epochMsOf = (instant: Instant): number => Date.parse(instant);

/** Reads an ISO 8601 date-time with an offset and writes it in the API's form, or gives undefined. */
export const parseInstant = (text: string): Instant | undefined => {
  if (!INSTANT.test(text) || !onCalendar(text.slice(0, 19))) return undefined;
  const ms = Date.parse(text);
  return ms >= FIRST_MS && ms <= LAST_MS ? instantOf(ms) : undefined;
};

/** The instant some seconds later (or earlier, when negative). */
export const addSeconds = (instant: Instant, seconds: number): Instant =>
  instantOf(epochMsOf(instant) + seconds * 1000);

// Date.parse takes February 30th for March 2nd, and hour 24 for the next day.
const onCalendar = (local: string): boolean => {
  const ms = Date.parse(`${local}Z`);
  return !Number.isNaN(ms) && instantOf(ms).startsWith(local);
};

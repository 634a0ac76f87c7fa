/** How long a bar of the histogram is, and from when to when bars are shown. */
export interface HistogramRange {
  readonly interval: 'minute' | 'hour' | 'day';
  readonly from: string;
  readonly to: string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const INTERVALS = [
  ['minute', MINUTE_MS, 3 * HOUR_MS],
  ['hour', HOUR_MS, 4 * DAY_MS],
  ['day', DAY_MS, 366 * DAY_MS],
] as const;

/**
 * The bars for a list's range: as long as show something of it. A list without a beginning is shown for its last week; none are shown for what
 * is not a range, or longer than a year.
 */
export const histogramRange = (
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: Date,
): HistogramRange | undefined => {
  const end = to === undefined ? now.getTime() : Date.parse(to);
  const start = from === undefined ? end - 7 * DAY_MS : Date.parse(from);
  const span = end - start;
  const [interval] = INTERVALS.find(([, , most]) => span <= most) ?? [];
  if (!(span > 0) || interval === undefined) return undefined;
  return { interval, from: new Date(start).toISOString(), to: new Date(end).toISOString() };
};

/** The span of a bar, as a list's range. */
export const barRange = (start: string, interval: HistogramRange['interval']) => {
  const [, length] = INTERVALS.find(([name]) => name === interval) ?? INTERVALS[1];
  return { from: start, to: new Date(Date.parse(start) + length).toISOString() };
};

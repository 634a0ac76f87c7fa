const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const format = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** A time as people say it: in the largest unit that fits at least once. */
export const relativeTime = (at: number, now: number): string => {
  const seconds = (at - now) / 1_000;
  const found = UNITS.find(([, length]) => Math.abs(seconds) >= length);
  if (found === undefined) return seconds < 0 ? 'just now' : 'in less than a minute';
  const [unit, length] = found;
  return format.format(Math.trunc(seconds / length), unit);
};

import { addSeconds, type Instant } from '@govgate/domain';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Times around the one the demonstration data is made for. */
export const momentsOf = (now: Instant) => ({
  now,
  secondsAgo: (seconds: number): Instant => addSeconds(now, -seconds),
  minutesAgo: (minutes: number): Instant => addSeconds(now, -minutes * MINUTE),
  hoursAgo: (hours: number): Instant => addSeconds(now, -hours * HOUR),
  daysAgo: (days: number): Instant => addSeconds(now, -days * DAY),
  inHours: (hours: number): Instant => addSeconds(now, hours * HOUR),
  inDays: (days: number): Instant => addSeconds(now, days * DAY),
});

export type Moments = ReturnType<typeof momentsOf>;

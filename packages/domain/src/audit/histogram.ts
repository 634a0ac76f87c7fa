import { addSeconds, epochMsOf, type Instant } from '../instant.js';
import { AUDIT_OUTCOMES, type AuditOutcome } from './audit-event.js';

/** How much time a bucket of a histogram covers. */
export const HISTOGRAM_INTERVALS = ['minute', 'hour', 'day'] as const;
export type HistogramInterval = (typeof HISTOGRAM_INTERVALS)[number];

/** Buckets of one histogram, at most. */
export const MOST_BUCKETS = 1_000;

/** How much of an instant's text its bucket has in common: `2026-01-02T03` is an hour. */
export const BUCKET_PREFIX: Readonly<Record<HistogramInterval, number>> = { minute: 16, hour: 13, day: 10 };

const SECONDS: Readonly<Record<HistogramInterval, number>> = { minute: 60, hour: 3_600, day: 86_400 };

const ZERO = '0000-01-01T00:00:00.000Z';

/** When the bucket that holds an instant begins, in UTC. Of an instant's text, the part that names the bucket is enough. */
export const bucketStart = (instant: string, interval: HistogramInterval): Instant => {
  const prefix = BUCKET_PREFIX[interval];
  return instant.slice(0, prefix) + ZERO.slice(prefix);
};

/** When the bucket that holds an instant ends, and the next one begins. */
export const bucketEnd = (instant: Instant, interval: HistogramInterval): Instant =>
  addSeconds(bucketStart(instant, interval), SECONDS[interval]);

/** The starts of the buckets that hold `from` (inclusive) up to `to` (exclusive); undefined: there are more than `MOST_BUCKETS`. */
export const bucketStarts = (
  from: Instant,
  to: Instant,
  interval: HistogramInterval,
): readonly Instant[] | undefined => {
  const first = bucketStart(from, interval);
  const seconds = SECONDS[interval];
  const count = Math.ceil((epochMsOf(to) - epochMsOf(first)) / (seconds * 1000));
  if (count > MOST_BUCKETS) return undefined;
  return Array.from({ length: Math.max(count, 0) }, (_, index) => addSeconds(first, index * seconds));
};

/** The events of a bucket, by how they ended. */
export type OutcomeCounts = Readonly<Record<AuditOutcome, number>>;

/** Numbers of events, with a time in their bucket and their outcome. */
export type CountedEvents = readonly [instant: string, outcome: string | null, events: number];

/** Adds numbers of events up by the start of their bucket. An event without a known outcome, which only tampering leaves, is not counted. */
export const countsByBucket = (
  counted: readonly CountedEvents[],
  interval: HistogramInterval,
): ReadonlyMap<Instant, OutcomeCounts> => {
  const counts = new Map<Instant, OutcomeCounts>();
  for (const [instant, outcome, events] of counted) {
    const known = AUDIT_OUTCOMES.find((one) => one === outcome);
    if (known === undefined || events === 0) continue;
    const start = bucketStart(instant, interval);
    const before = counts.get(start) ?? { success: 0, denied: 0, failure: 0 };
    counts.set(start, { ...before, [known]: before[known] + events });
  }
  return counts;
};

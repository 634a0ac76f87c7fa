import type { Clock, RateCounter } from '@govgate/ports';
import { whenKnown } from './when-known.js';

/** What calls are counted as; `delivery_tests` counts against a destination, the others against the caller (decisions, section 1). */
export type RateClass = 'reads' | 'writes' | 'delivery_tests' | 'evaluations';

/** Calls a minute for each class; 0 is no limit. */
export type RateQuotas = Readonly<Record<RateClass, number>>;

/** Where a subject stands in its window once a call is counted. */
export interface RateStanding {
  readonly rateClass: RateClass;
  readonly quota: number;
  /** This call included. */
  readonly used: number;
  /** Until the window ends. */
  readonly seconds: number;
}

/**
 * Counts a call of a subject, which is named by ids of records that exist: so the keys of the counters are short, and no more than
 * there are records. Undefined: the class has no limit. Without a promise where the counter needs none.
 */
export type TakeQuota = (
  rateClass: RateClass,
  ...subject: readonly string[]
) => RateStanding | undefined | Promise<RateStanding | undefined>;

const WINDOW_MS = 60_000;

/** The start of the minute that a moment lies in. */
export const minuteOf = (epochMs: number): number => epochMs - (epochMs % WINDOW_MS);

/** Makes the one counter of calls, in fixed windows of a minute. */
export const makeTakeQuota =
  (counter: RateCounter, clock: Clock, quotas: RateQuotas): TakeQuota =>
  (rateClass, ...subject) => {
    const quota = quotas[rateClass];
    if (quota === 0) return undefined;
    const now = clock.epochMs();
    const windowStart = minuteOf(now);
    const seconds = Math.ceil((windowStart + WINDOW_MS - now) / 1000);
    return whenKnown(counter.hit([rateClass, ...subject].join(':'), windowStart), (used) => ({
      rateClass,
      quota,
      used,
      seconds,
    }));
  };

/** Whether a counted call is within its quota. */
export const isWithin = (standing: RateStanding | undefined): boolean =>
  standing === undefined || standing.used <= standing.quota;

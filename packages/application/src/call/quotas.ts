import type { Clock, RateCounter } from '@govgate/ports';
import { whenKnown } from './when-known.js';

/** Quota classes; `delivery_tests` counts against a destination or a caller's readings of MCP servers, the others against the caller (docs/spec/conventions.md). */
export type RateClass = 'reads' | 'writes' | 'delivery_tests' | 'evaluations';

/** Calls per minute for each class; 0 is no limit. */
export type RateQuotas = Readonly<Record<RateClass, number>>;

/** A subject's position in its window after a counted call. */
export interface RateUsage {
  readonly rateClass: RateClass;
  readonly quota: number;
  /** Including this call. */
  readonly used: number;
  /** Until the window ends. */
  readonly seconds: number;
}

/**
 * Counts a call against a subject named by ids of existing records: so counter keys are short, and no more numerous than records.
 * Undefined: the class has no limit. Synchronous if the counter is.
 */
export type TakeQuota = (
  rateClass: RateClass,
  ...subject: readonly string[]
) => RateUsage | undefined | Promise<RateUsage | undefined>;

const WINDOW_MS = 60_000;

/** The start of the minute containing a time. */
export const minuteOf = (epochMs: number): number => epochMs - (epochMs % WINDOW_MS);

/** Makes the call counter, with fixed windows of a minute. */
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
export const isWithin = (usage: RateUsage | undefined): boolean =>
  usage === undefined || usage.used <= usage.quota;

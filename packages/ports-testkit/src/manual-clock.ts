import { epochMsOf, type Instant, instantOf } from '@govgate/domain';
import type { Clock } from '@govgate/ports';

/** A clock that only moves when advanced. */
export interface ManualClock extends Clock {
  advance(ms: number): void;
  set(instant: Instant): void;
}

/** @example const clock = manualClock('2026-01-01T00:00:00.000Z'); clock.advance(1000) */
export const manualClock = (start: Instant = '2026-01-01T00:00:00.000Z'): ManualClock => {
  let ms = epochMsOf(start);
  return {
    epochMs: () => ms,
    now: () => instantOf(ms),
    advance: (by) => {
      ms += by;
    },
    set: (instant) => {
      ms = epochMsOf(instant);
    },
  };
};

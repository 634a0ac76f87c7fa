import { type Instant, instantOf } from '@govgate/domain';
import type { Clock } from '@govgate/ports';

/** The machine's clock. */
export const systemClock: Clock = {
  epochMs: () => Date.now(),
  now: (): Instant => instantOf(Date.now()),
};

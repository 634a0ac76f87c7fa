import type { Ports } from './ports.js';

/** How long work continues before other calls get a turn, in milliseconds. */
const TURN_MS = 10;

/** Splits long work into short turns, so that other calls of this process continue meanwhile. */
export const inTurns = async <T>(
  { clock, patience }: Pick<Ports, 'clock' | 'patience'>,
  steps: Generator<undefined, T>,
): Promise<T> => {
  let end = clock.epochMs() + TURN_MS;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (clock.epochMs() < end) continue;
    await patience.wait(0);
    end = clock.epochMs() + TURN_MS;
  }
};

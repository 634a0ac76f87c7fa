import type { Ports } from './ports.js';

/** How long work goes on before other calls have their turn, in milliseconds. */
const TURN_MS = 10;

/** Runs long work in short turns, so that other calls of this process go on meanwhile. */
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

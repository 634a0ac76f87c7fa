import type { Ports } from './ports.js';

/** How long work continues before other calls get a turn, in milliseconds. */
const TURN_MS = 10;

/** Splits long work into short turns, so that other calls of this process continue meanwhile. */
export const inTurns = async <T>(deps: Pacing, steps: Generator<undefined, T>): Promise<T> => {
  const pace = new Pace(deps);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (pace.isLate()) await pace.rest();
  }
};

type Pacing = Pick<Ports, 'clock' | 'patience'>;

/** The turns of one piece of work that waits between its own steps. */
export class Pace {
  #end: number;

  constructor(private readonly deps: Pacing) {
    this.#end = deps.clock.epochMs() + TURN_MS;
  }

  /** Whether the turn has lasted long enough. */
  isLate(): boolean {
    return this.deps.clock.epochMs() >= this.#end;
  }

  /** Lets other calls continue, and begins the next turn. */
  async rest(): Promise<void> {
    await this.deps.patience.wait(0);
    this.#end = this.deps.clock.epochMs() + TURN_MS;
  }
}

import type { Ports } from './ports.js';

/** How long work continues before other calls are served, in milliseconds. */
const SLICE_MS = 10;

type Pacing = Pick<Ports, 'clock' | 'tenantQueue'>;

/** Splits a tenant's long work into short slices, so that other calls of this process continue meanwhile, and other tenants' work as well. */
export const inSlices = async <T>(
  deps: Pacing,
  tenantId: string,
  steps: Generator<undefined, T>,
): Promise<T> => {
  const pace = new Pace(deps, tenantId);
  for (;;) {
    await pace.rest();
    do {
      const step = steps.next();
      if (step.done) return step.value;
    } while (!pace.isLate());
  }
};

/** The slices of one piece of work that waits between its own steps. */
export class Pace {
  #end: number;

  constructor(
    private readonly deps: Pacing,
    private readonly tenantId: string,
  ) {
    this.#end = deps.clock.epochMs() + SLICE_MS;
  }

  /** Whether the slice has lasted long enough. */
  isLate(): boolean {
    return this.deps.clock.epochMs() >= this.#end;
  }

  /** Lets other calls continue, and begins the tenant's next slice. */
  async rest(): Promise<void> {
    await this.deps.tenantQueue.next(this.tenantId);
    this.#end = this.deps.clock.epochMs() + SLICE_MS;
  }
}

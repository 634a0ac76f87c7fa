/** Where everything of an installation lies in Redis. */
export interface BullPlace {
  readonly url: string;
  /** Stands before every key; installations that share a Redis have different ones. */
  readonly prefix?: string;
}

const DEFAULT_PREFIX = 'govgate';
/** The one queue: its jobs are short or nearly idle, so a worker's slots serve all of them. */
export const QUEUE_NAME = 'work';

// Long enough to be found by somebody who asks just after the end, or hands the same id in twice.
const KEPT = { age: 60, count: 1_000 };
export const REMOVAL = { removeOnComplete: KEPT, removeOnFail: KEPT } as const;

export const keysOf = ({ prefix = DEFAULT_PREFIX }: BullPlace) => ({
  prefix,
  /** Set by each canary that was done; gone when no worker did one for a while. */
  alive: `${prefix}:worker_alive`,
  /** Which schedule was put up. */
  schedule: `${prefix}:schedule`,
  round: (name: string): string => `${prefix}:round:${name}`,
  rate: (windowStartMs: number, key: string): string => `${prefix}:rate:${windowStartMs}:${key}`,
});

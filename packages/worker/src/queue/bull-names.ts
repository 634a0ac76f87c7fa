/** Where an installation's keys are in Redis. */
export interface RedisLocation {
  readonly url: string;
  /** Prefix of every key; installations sharing a Redis have different ones. */
  readonly prefix?: string;
}

const DEFAULT_PREFIX = 'govgate';
/** The only queue: its jobs are short or nearly idle, so a worker's slots serve all of them. */
export const QUEUE_NAME = 'work';

// Long enough to be found by a client that asks just after the end, or enqueues the same id twice.
const KEPT = { age: 60, count: 1_000 };
export const REMOVAL = { removeOnComplete: KEPT, removeOnFail: KEPT } as const;

export const keysOf = ({ prefix = DEFAULT_PREFIX }: RedisLocation) => ({
  prefix,
  /** Set by each finished canary job; expires when no worker finished one for a while. */
  alive: `${prefix}:worker_alive`,
  /** Which schedule was installed. */
  schedule: `${prefix}:schedule`,
  round: (name: string): string => `${prefix}:round:${name}`,
  rate: (windowStartMs: number, key: string): string => `${prefix}:rate:${windowStartMs}:${key}`,
});

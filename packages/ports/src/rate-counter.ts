/** Counts calls in fixed windows of a minute, over all processes where a shared counter is configured. */
export interface RateCounter {
  /** Keys are made of ids of records, so they are short and few. Counts one call and returns how many the window holds now, this one included. */
  hit(key: string, windowStartMs: number): number | Promise<number>;
}

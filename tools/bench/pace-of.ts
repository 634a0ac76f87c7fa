/** What sending so many events came to: how many a second, and the CPU time of each. */
export interface Pace {
  readonly perSecond: number;
  readonly micros: number;
}

/** Measures some work. */
export const paceOf = async (count: number, work: () => Promise<unknown>): Promise<Pace> => {
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: count / seconds, micros: (user + system) / count };
};

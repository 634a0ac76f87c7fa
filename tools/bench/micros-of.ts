import { median } from './median.js';

const TIMES = 20_000;

/** Microseconds that a call of some work takes: the median of five goes after one to warm up. */
const microsOf = (work: () => unknown): number => {
  const go = (): number => {
    const startedAt = performance.now();
    for (let time = 0; time < TIMES; time += 1) work();
    return ((performance.now() - startedAt) * 1_000) / TIMES;
  };
  go();
  return median(Array.from({ length: 5 }, go));
};

/** Prints what each piece of work takes, a line of JSON each. */
export const tellMicros = (works: Readonly<Record<string, () => unknown>>): void => {
  for (const [what, work] of Object.entries(works))
    process.stdout.write(`${JSON.stringify([what, microsOf(work)])}\n`);
};

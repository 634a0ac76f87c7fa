import { type GrowthFigures, growthGoals } from './growth-goals.js';
import { runSource } from './run-source.js';
import type { Section } from './write-benchmarks.js';

const BENCH = 'packages/server/src/testing/growth-bench.ts';

/** What a tenant of ten times the size costs every read of the registry, each as the first look after a commit. */
export const growthSection = async (): Promise<Section> => {
  const stdout = await runSource('tools/bench/run-bundled.ts', [BENCH, '500', '10'], {
    BENCH_FIGURES: 'true',
  });
  const [figures = '', ...table] = stdout.trim().split('\n').reverse();
  return {
    title: 'Every read in a tenant of 500 and of 5,000 of each, right behind a commit',
    lines: table.reverse().join('\n'),
    goals: growthGoals(JSON.parse(figures) as GrowthFigures),
  };
};

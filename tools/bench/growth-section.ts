import { atMost, type Goal } from './goal.js';
import { runSource } from './run-source.js';
import type { Section } from './write-benchmarks.js';

interface GrowthRow {
  readonly id: string;
  readonly isList: boolean;
  readonly before: number;
  readonly after: number;
}

const BENCH = 'packages/server/src/testing/growth-bench.ts';

/** What a tenant of ten times the size costs every read of the registry, each as the first look after a commit. */
export const growthSection = async (): Promise<Section> => {
  const stdout = await runSource('tools/bench/run-bundled.ts', [BENCH, '500', '10'], {
    BENCH_FIGURES: 'true',
  });
  const [figures = '', ...table] = stdout.trim().split('\n').reverse();
  const rows = JSON.parse(figures) as readonly GrowthRow[];
  return {
    title: 'Every read in a tenant of 500 and of 5,000 of each, right behind a commit',
    lines: table.reverse().join('\n'),
    goals: rows.flatMap(goalsOf),
  };
};

// A difference below a quarter of a millisecond is the clock's as much as the tenant's.
const goalsOf = ({ id, isList, before, after }: GrowthRow): Goal[] => [
  atMost(`${id}, times at ten times the size`, after - before < 0.25 ? 1 : after / before, 1.5),
  atMost(`${id}, ms at ten times the size`, after, isList ? 5 : 2),
];

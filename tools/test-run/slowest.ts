import type { MochaResult, Timed } from './totals.js';

const TOLD = 15;

/** The slowest files and tests of a run, to see where time goes. */
export const slowest = ({ files, tests }: Pick<MochaResult, 'files' | 'tests'>): string =>
  [`Slowest files:`, ...slowestOf(files), `Slowest tests:`, ...slowestOf(tests)].join('\n');

const slowestOf = (all: readonly Timed[]): readonly string[] =>
  [...all]
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, TOLD)
    .map(({ name, seconds }) => `  ${seconds.toFixed(1).padStart(6)} s  ${name}`);

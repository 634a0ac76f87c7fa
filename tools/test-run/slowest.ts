import type { MochaResult, TimedFile } from './totals.js';

const TOLD = 15;

/** The slowest files and tests of a run, to see where time goes. */
export const slowest = ({ files, tests }: Pick<MochaResult, 'files' | 'tests'>): string =>
  [`Slowest files:`, ...slowestOf(files), `Slowest tests:`, ...slowestOf(tests)].join('\n');

const slowestOf = (all: readonly TimedFile[]): readonly string[] =>
  [...all]
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, TOLD)
    .map(({ name, seconds, cpuSeconds }) => `${inSeconds(seconds)}  ${cpuOf(cpuSeconds)}${name}`);

const inSeconds = (seconds: number): string => `  ${seconds.toFixed(1).padStart(6)} s`;

const cpuOf = (cpuSeconds: number | undefined): string =>
  cpuSeconds === undefined ? '' : `${inSeconds(cpuSeconds)} of CPU  `;

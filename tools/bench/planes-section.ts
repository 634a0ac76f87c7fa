import { fileURLToPath } from 'node:url';
import { atMost } from './goal.js';
import { runSource } from './run-source.js';
import type { Section } from './write-benchmarks.js';

const BENCH = fileURLToPath(new URL('./data-planes.ts', import.meta.url));

/** What a hundred thousand planes take: time by the kind of question, and memory. */
export const planesSection = async (): Promise<Section> => {
  const stdout = await runSource(BENCH, ['--sizes', '100000', '--times', '30']);
  const residentMb = Number(/RSS (\d+) MB/.exec(stdout)?.[1] ?? Number.NaN);
  const p50s = [...stdout.matchAll(/^\S.*?\s{2,}(\d+\.\d+)\s+\d+\.\d+\s/gm)].map(([, p50]) => Number(p50));
  return {
    title: 'A hundred thousand data planes',
    lines: stdout.trim(),
    goals: [
      atMost('100,000 planes, MB', residentMb, 250),
      atMost('100,000 planes, p50 ms of the slowest question', Math.max(...p50s), 15),
    ],
  };
};

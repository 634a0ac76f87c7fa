import { fileURLToPath } from 'node:url';
import { atMost } from './goal.js';
import { runSource } from './run-source.js';
import type { Section } from './write-benchmarks.js';

const BENCH = fileURLToPath(new URL('./data-planes.ts', import.meta.url));

/** What lists of data planes take, by the kind of question. */
export const planesSection = async (): Promise<Section> => {
  const [some, many] = [await slowest('1000'), await slowest('10000')];
  return {
    title: 'Data planes of an environment',
    lines: `${some.stdout}\n\n${many.stdout}`,
    goals: [
      atMost('1,000 planes, p50 ms of the slowest question', some.p50Ms, 5),
      atMost('10,000 planes, p50 ms of the slowest question', many.p50Ms, 50),
    ],
  };
};

const slowest = async (size: string): Promise<{ readonly stdout: string; readonly p50Ms: number }> => {
  const stdout = (await runSource(BENCH, ['--sizes', size, '--times', '30'])).trim();
  const p50s = [...stdout.matchAll(/^\S.*?\s{2,}(\d+\.\d+)\s+\d+\.\d+\s/gm)].map(([, p50]) => Number(p50));
  return { stdout, p50Ms: Math.max(...p50s) };
};

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runMocha } from '../test-run/run-mocha.js';
import type { Totals } from '../test-run/totals.js';
import type { Promised } from './promises.js';

/** A figure that a test reported. */
export interface Figure {
  readonly id: string;
  readonly what: string;
  readonly trials: number;
  readonly broken: number;
  readonly measured?: string;
}

/** What came of one promise. */
export interface Proved extends Promised {
  readonly tests: Totals;
  readonly figures: readonly Figure[];
  readonly seconds: number;
}

/** Runs the tests of one promise in a process of their own. */
export const proveOne = async (
  promised: Promised,
  env: Readonly<Record<string, string>>,
): Promise<Proved> => {
  const folder = await mkdtemp(join(tmpdir(), 'govgate-prove-'));
  const file = join(folder, 'figures.ndjson');
  const startedAt = Date.now();
  const tests = await runMocha(
    [...promised.specs, ...(promised.grep === undefined ? [] : ['--grep', promised.grep])],
    { ...env, GOVGATE_PROOF_FILE: file },
  );
  if (tests.reports.length > 0) console.log(tests.reports.join('\n'));
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  const figures = await readFigures(file);
  await rm(folder, { recursive: true, force: true });
  return { ...promised, tests, figures: summed(figures), seconds };
};

const readFigures = (file: string): Promise<readonly Figure[]> =>
  readFile(file, 'utf8').then(
    (text) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Figure),
    () => [],
  );

/** Figures of the same kind, such as the fuzz of each operation, as one. */
export const summed = (figures: readonly Figure[]): readonly Figure[] => {
  const byWhat = new Map<string, Figure>();
  for (const figure of figures) {
    const { trials = 0, broken = 0 } = byWhat.get(figure.what) ?? {};
    byWhat.set(figure.what, { ...figure, trials: trials + figure.trials, broken: broken + figure.broken });
  }
  return [...byWhat.values()];
};

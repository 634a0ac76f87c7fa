import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../build/run-command.js';
import { mochaCommand } from '../mocha/mocha-command.js';
import type { Promised } from './promises.js';

/** How many of a promise's tests passed, failed and were skipped. */
export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

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
  const tests = await runTests(
    [...promised.specs, ...(promised.grep === undefined ? [] : ['--grep', promised.grep])],
    { env: { ...env, GOVGATE_PROOF_FILE: file }, report: join(folder, 'report.json') },
  );
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  const figures = await readFigures(file);
  await rm(folder, { recursive: true, force: true });
  return { ...promised, tests, figures: summed(figures), seconds };
};

// A run that breaks off writes no report, and is one more failure.
const runTests = async (
  specs: readonly string[],
  { env, report }: { readonly env: Readonly<Record<string, string>>; readonly report: string },
): Promise<Totals> => {
  const args = mochaCommand(['--reporter', 'json', '--reporter-option', `output=${report}`, ...specs]);
  const { code, output } = await runCommand(process.execPath, args, { env, limitMs: LIMIT_MS });
  const written = await readFile(report, 'utf8').catch(() => undefined);
  if (written === undefined) {
    console.log(`${output}\nmocha ended with code ${code}`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const { stats, failures } = JSON.parse(written) as Report;
  for (const { fullTitle, err } of failures) console.log(`${fullTitle}\n${err.stack}`);
  return { passed: stats.passes, failed: stats.failures, skipped: stats.pending };
};

/** What mocha's JSON reporter writes, as far as it is read. */
interface Report {
  readonly stats: { readonly passes: number; readonly failures: number; readonly pending: number };
  readonly failures: readonly { readonly fullTitle: string; readonly err: { readonly stack?: string } }[];
}

const LIMIT_MS = 40 * 60_000;

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

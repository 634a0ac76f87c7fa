import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './run-command.js';
import type { MochaResult } from './totals.js';

const MOCHA_LIMIT_MS = 40 * 60_000;
const NOTHING_RAN: MochaResult = { passed: 0, failed: 0, skipped: 0, skippedSuites: [] };

/** Runs mocha in a process of its own and gives its real counts; a run that breaks off counts as one more failure. */
export const runMocha = async (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<MochaResult> => {
  const folder = await mkdtemp(join(tmpdir(), 'govgate-mocha-'));
  const file = join(folder, 'result.json');
  const { code } = await runCommand(
    process.execPath,
    ['node_modules/mocha/bin/mocha.js', '--reporter', './tools/test-run/result-reporter.ts', ...args],
    { env: { ...env, GOVGATE_TEST_RESULT: file }, show: true, limitMs: MOCHA_LIMIT_MS },
  );
  const result = await readResult(file);
  await rm(folder, { recursive: true, force: true });
  if (code === 0 || result.failed > 0) return result;
  // Either it broke off within a test, or all tests ended and something kept the process alive or broke its end.
  console.error(
    `mocha ended with code ${code} ${result.running ? `in "${result.running}"` : 'after the tests'}`,
  );
  return { ...result, failed: 1 };
};

const readResult = (file: string): Promise<MochaResult> =>
  readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as MochaResult,
    () => NOTHING_RAN,
  );

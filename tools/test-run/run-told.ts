import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './run-command.js';
import { readRun } from './run-log.js';
import { type MochaResult, resultOf } from './totals.js';

const LIMIT_MS = 40 * 60_000;

/** Runs a Node process that reports its tests; one that aborts counts as one more failure. */
export const runTold = async (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { show = true }: { readonly show?: boolean } = {},
): Promise<MochaResult> => {
  const folder = await mkdtemp(join(tmpdir(), 'govgate-mocha-'));
  const log = join(folder, 'run.ndjson');
  const { code } = await runCommand(process.execPath, args, {
    env: { ...env, GOVGATE_TEST_LOG: log },
    show,
    limitMs: LIMIT_MS,
  });
  const result = resultOf(readRun(log));
  await rm(folder, { recursive: true, force: true });
  return result.ended && (code === 0 || result.failed > 0) ? result : brokenOff(result, code);
};

/** A test may end the process with code 0, and something may break a process whose tests all passed. */
const brokenOff = (result: MochaResult, code: number): MochaResult => {
  const where = result.running ?? (result.ended ? 'what followed the tests' : 'what stands around the tests');
  const report = `mocha ended with code ${code} in "${where}"`;
  return { ...result, failed: result.failed + 1, reports: [...result.reports, report] };
};

import { mochaCommand } from './mocha-command.js';
import { runTold } from './run-told.js';
import type { MochaResult } from './totals.js';

/** Runs mocha in a process of its own and gives its real counts. */
export const runMocha = (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<MochaResult> =>
  runTold(mochaCommand(['--reporter', './tools/test-run/result-reporter.ts', ...args]), env);

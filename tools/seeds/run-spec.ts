import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SpecRun } from './failure-reporter.js';

const LIMIT_MS = 600_000;
const REPORTER = fileURLToPath(new URL('./failure-reporter.ts', import.meta.url));
// The repository's own settings name every test; here only some are meant.
const ARGUMENTS = [
  'node_modules/mocha/bin/mocha.js',
  ...['--no-config', '--exit', '--timeout', '60000', '--reporter', REPORTER],
  ...['import=tsx', 'conditions=development', 'no-experimental-require-module'].flatMap((option) => [
    '--node-option',
    option,
  ]),
];

/** Runs one spec of a tree in a process of its own; undefined where the run broke off, say because a file did not load. */
export const runSpec = (
  tree: string,
  spec: string,
  env: Readonly<Record<string, string>>,
  ...more: readonly string[]
): Promise<SpecRun | undefined> => {
  const file = join(tree, 'seed-result.json');
  rmSync(file, { force: true });
  const options = { cwd: tree, timeout: LIMIT_MS, maxBuffer: 1 << 26 };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...ARGUMENTS, ...more, '--spec', spec],
      { ...options, env: { ...process.env, ...env, GOVGATE_SEED_RESULT: file } },
      (error, _, complaint) => {
        const run = readRun(file);
        if (run === undefined) console.error(complaint.trimEnd() || error?.message);
        resolve(run);
      },
    );
  });
};

const readRun = (file: string): SpecRun | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as SpecRun;
  } catch {
    return undefined;
  }
};

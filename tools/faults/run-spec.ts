import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mochaCommand } from '../mocha/mocha-command.js';
import type { SpecRun } from './failure-reporter.js';

const LIMIT_MS = 600_000;
const REPORTER = fileURLToPath(new URL('./failure-reporter.ts', import.meta.url));
const TIMEOUT_MS = 60_000;

/** Runs one spec of a tree in a process of its own; undefined where the run broke off, say because a file did not load. */
export const runSpec = (
  tree: string,
  spec: string,
  env: Readonly<Record<string, string>>,
  ...more: readonly string[]
): Promise<SpecRun | undefined> => {
  const file = join(tree, 'fault-result.json');
  rmSync(file, { force: true });
  const options = { cwd: tree, timeout: LIMIT_MS, maxBuffer: 1 << 26 };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      mochaCommand(['--reporter', REPORTER, ...more, spec], { timeoutMs: TIMEOUT_MS }),
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

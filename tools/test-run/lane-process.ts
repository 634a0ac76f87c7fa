/**
 * A lane: `lane-process.ts FOLDER BUNDLE [--forbid-only] FILES...` takes file after file that no other lane has taken, and runs mocha
 * over it. One process runs them all, so that what many of them import is loaded once.
 */
import { closeSync, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inspect } from 'node:util';
import Mocha from 'mocha';
import { register } from 'tsx/esm/api';
import { bundledFile, isUnbundled } from '../build/bundled-file.js';
import { TEST_TIMEOUT_MS } from './mocha-command.js';
import ResultReporter from './result-reporter.js';
import { tellRun } from './run-log.js';

const FORBID_ONLY = '--forbid-only';
const [taken = '', bundle = '', ...rest] = process.argv.slice(2);
const forbidOnly = rest.includes(FORBID_ONLY);
const log = process.env.GOVGATE_TEST_LOG ?? '';

const runFile = async (file: string): Promise<number> => {
  // If the process ends from here on, it was cut short.
  tellRun(log, { kind: 'open', file });
  const failed = await runOpened(file);
  tellRun(log, { kind: 'close', file });
  return failed;
};

const runOpened = async (file: string): Promise<number> => {
  if (!isUnbundled(file)) return runLoaded(file, bundledFile(bundle, file));
  const withdraw = register();
  try {
    return await runLoaded(file, resolve(file));
  } finally {
    await withdraw();
  }
};

const runLoaded = async (file: string, from: string): Promise<number> => {
  const unloadable = (report: string): number => {
    tellRun(log, { kind: 'unloadable', report });
    return 1;
  };
  const mocha = new Mocha({ timeout: TEST_TIMEOUT_MS, reporter: ResultReporter, forbidOnly });
  mocha.addFile(from);
  try {
    await mocha.loadFilesAsync();
  } catch (error) {
    return unloadable(`${file} does not load: ${inspect(error)}`);
  }
  // What is said of it names the source.
  for (const suite of mocha.suite.suites) suite.file = resolve(file);
  const failed = await new Promise<number>((ended) => mocha.run(ended));
  // Otherwise it would go on to listen for what is thrown while the next file runs.
  mocha.dispose();
  return failed;
};

// Only one process can make a file.
const take = (file: string): boolean => {
  try {
    closeSync(openSync(join(taken, encodeURIComponent(file)), 'wx'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

let failures = 0;
for (const file of rest.filter((one) => one !== FORBID_ONLY)) if (take(file)) failures += await runFile(file);
tellRun(log, { kind: 'end' });
process.exit(failures === 0 ? 0 : 1);

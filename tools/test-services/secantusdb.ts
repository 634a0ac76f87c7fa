import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findProgram } from './find-program.js';

/**
 * SecantusDB speaks MongoDB's wire protocol over WiredTiger and comes from PyPI, so it serves where no `mongod` can be
 * had. It is a test tool in a process of its own and never a dependency of the service.
 */
const PACKAGE = 'SecantusDB==0.7.0b3';
// The versions that its wheels are built for.
const PYTHONS = ['python3.13', 'python3.12', 'python3.11', 'python3.10', 'python3'];
const PYTHON_SERVES = 'import sys, venv, ensurepip; sys.exit(not (3, 10) <= sys.version_info[:2] <= (3, 13))';

const run = promisify(execFile);
const CACHE = fileURLToPath(new URL('../../.cache/', import.meta.url));
const VENV = join(CACHE, PACKAGE.replace('==', '-').toLowerCase());
const PROGRAM = join(VENV, 'bin', 'secantusd-py');
// Written last, so that an installation cut short is not taken for a whole one.
const COMPLETE = join(VENV, '.complete');

/** The path of an installed SecantusDB, or undefined. */
export const installedSecantusDb = (): string | undefined => (existsSync(COMPLETE) ? PROGRAM : undefined);

/** Installs SecantusDB into the checkout's cache folder unless it is there; undefined where no Python fits. */
export const installSecantusDb = async (): Promise<string | undefined> => {
  const installed = installedSecantusDb();
  if (installed !== undefined) return installed;
  const python = await fittingPython();
  if (python === undefined) return undefined;
  await mkdir(dirname(VENV), { recursive: true });
  await rm(VENV, { recursive: true, force: true });
  await run(python, ['-m', 'venv', VENV]);
  await run(join(VENV, 'bin', 'pip'), ['install', '--quiet', '--disable-pip-version-check', PACKAGE]);
  await writeFile(COMPLETE, '');
  return PROGRAM;
};

const fittingPython = async (): Promise<string | undefined> => {
  for (const name of PYTHONS) {
    const python = findProgram(name);
    if (python !== undefined && (await serves(python))) return python;
  }
  return undefined;
};

const serves = (python: string): Promise<boolean> =>
  run(python, ['-c', PYTHON_SERVES]).then(
    () => true,
    () => false,
  );

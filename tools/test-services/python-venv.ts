import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findProgram } from './find-program.js';

/** Test tools from PyPI live in environments of their own below the checkout's cache; they are never dependencies. */
const CACHE = fileURLToPath(new URL('../../.cache/', import.meta.url));
const PYTHONS = ['python3.13', 'python3.12', 'python3.11', 'python3.10', 'python3'];
const PYTHON_SERVES = 'import sys, venv, ensurepip; sys.exit(not (3, 10) <= sys.version_info[:2] <= (3, 13))';

const run = promisify(execFile);

const venvOf = (name: string): string => join(CACHE, name.replace('==', '-').toLowerCase());
// Written last, so that an installation cut short is not taken for a whole one.
const markOf = (name: string): string => join(venvOf(name), '.complete');

/** The folder with the programs of an environment that is installed, or undefined. */
export const installedVenv = (name: string): string | undefined =>
  existsSync(markOf(name)) ? join(venvOf(name), 'bin') : undefined;

/** Installs packages into an environment of that name unless it is there; undefined where no Python fits. */
export const installVenv = async (name: string, packages: readonly string[]): Promise<string | undefined> => {
  const installed = installedVenv(name);
  if (installed !== undefined) return installed;
  const python = await fittingPython();
  if (python === undefined) return undefined;
  const folder = venvOf(name);
  await mkdir(dirname(folder), { recursive: true });
  await rm(folder, { recursive: true, force: true });
  await run(python, ['-m', 'venv', folder]);
  await run(join(folder, 'bin', 'pip'), ['install', '--quiet', '--disable-pip-version-check', ...packages]);
  await writeFile(markOf(name), '');
  return join(folder, 'bin');
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

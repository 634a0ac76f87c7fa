import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Test tools from PyPI live in environments of their own below the checkout's cache; they are never dependencies. */
const CACHE = fileURLToPath(new URL('../../.cache/', import.meta.url));
const MAKE = fileURLToPath(new URL('./make-venv.sh', import.meta.url));
/** What the script ends with where no Python fits. */
const NO_PYTHON = 3;

/**
 * For programs of an environment: they keep what they have compiled, even where Python is told not to. SecantusDB would compile its fifty
 * thousand lines at every start, in three times the CPU time.
 */
export const KEEPING_COMPILED = { PYTHONDONTWRITEBYTECODE: '' };

const run = promisify(execFile);

/** The folder with the programs of an environment that is installed, or undefined. */
export const installedVenv = (name: string): string | undefined =>
  existsSync(join(CACHE, name, '.packages')) ? join(CACHE, name, 'bin') : undefined;

/** Installs packages into an environment of that name unless it is there; undefined where no Python fits. */
export const installVenv = async (name: string, packages: readonly string[]): Promise<string | undefined> => {
  try {
    await run(MAKE, [join(CACHE, name), ...packages]);
  } catch (error) {
    if ((error as { code?: unknown }).code !== NO_PYTHON) throw error;
  }
  return installedVenv(name);
};

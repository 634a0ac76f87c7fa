import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { mayInstallPackages } from '../debian-package.js';
import { findProgram } from '../find-program.js';

const run = promisify(execFile);
const CACHE = fileURLToPath(new URL('../../../.cache/debian/', import.meta.url));

/** A program with what it needs, next to the system rather than in it: two that conflict can both be had. */
export interface Unpacked {
  /** Stands for `/`. */
  readonly root: string;
  /** Where its libraries lie. */
  readonly env: Readonly<Record<string, string>>;
}

/** Every folder below `lib` that holds libraries: packages bring folders of their own. */
const libraryFolders = (root: string): string[] =>
  ['lib', 'usr/lib'].flatMap((lib) => {
    const folder = join(root, lib);
    if (!existsSync(folder)) return [];
    const inner = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    return inner.map((entry) => join(folder, entry.name));
  });

const unpackedAt = (root: string): Unpacked => ({
  root,
  env: { LD_LIBRARY_PATH: libraryFolders(root).join(':') },
});

/** What would have to be installed for these packages: themselves and what is missing of what they need. */
const missingFor = async (packages: readonly string[]): Promise<string[]> => {
  const { stdout } = await run('apt-get', [
    'install',
    '-s',
    '--reinstall',
    '--no-install-recommends',
    ...packages,
  ]);
  return [...stdout.matchAll(/^Inst (\S+)/gm)].flatMap(([, name]) => (name === undefined ? [] : [name]));
};

// Test files run beside each other: each unpacks for itself, and the first to be done gives the folder to all.
const unpack = async (folder: string, packages: readonly string[]): Promise<void> => {
  await mkdir(CACHE, { recursive: true });
  const own = await mkdtemp(`${folder}-`);
  const [downloads, root] = [join(own, 'deb'), join(own, 'root')];
  try {
    await mkdir(downloads);
    await run('apt-get', ['download', '-q', ...(await missingFor(packages))], { cwd: downloads });
    for (const file of await readdir(downloads)) await run('dpkg-deb', ['-x', join(downloads, file), root]);
    await rename(root, folder).catch((error) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(own, { recursive: true });
  }
};

/** Debian packages unpacked into the checkout's cache, with no right but that of downloading; undefined where there is no Debian. */
export const unpackedDebian = async (
  name: string,
  packages: readonly string[],
): Promise<Unpacked | undefined> => {
  const folder = join(CACHE, name);
  if (existsSync(folder)) return unpackedAt(folder);
  if (findProgram('apt-get') === undefined || findProgram('dpkg-deb') === undefined) return undefined;
  try {
    await unpack(folder, packages);
  } catch (error) {
    // A machine that never asked for Debian's lists knows no packages.
    if (!mayInstallPackages()) throw error;
    await run('apt-get', ['-o', 'DPkg::Lock::Timeout=300', 'update', '-q']);
    await unpack(folder, packages);
  }
  return unpackedAt(folder);
};

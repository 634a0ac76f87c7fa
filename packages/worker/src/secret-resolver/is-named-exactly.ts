import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What is asked of a file system; the machine's own unless a test has another. */
export interface Files {
  /** What identifies a file. */
  identity(path: string): Promise<string>;
  names(folder: string): Promise<readonly string[]>;
}

const machine: Files = {
  identity: async (path) => {
    const { dev, ino } = await lstat(path, { bigint: true });
    return `${dev}:${ino}`;
  },
  names: (folder) => readdir(folder),
};

/**
 * Whether a folder holds a name exactly as it is written. A file system that folds letter cases gives `Acme` when asked for
 * `acme`, which are two tenants; only there is the folder read, as it may be long.
 */
export const isNamedExactly = async (folder: string, name: string, files = machine): Promise<boolean> => {
  const own = await files.identity(join(folder, name));
  const folded = await files.identity(join(folder, otherCase(name))).catch(() => undefined);
  return own !== folded || (await files.names(folder)).includes(name);
};

const otherCase = (text: string): string =>
  [...text].map((c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase())).join('');

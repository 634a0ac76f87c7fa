import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** File system operations; the machine's own outside of tests. */
export interface Files {
  /** The identity of a file. */
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
 * Whether a folder contains a name exactly as written. A case-insensitive file system returns `Acme` when asked for
 * `acme`, which are two tenants; only there is the folder listed, as it may be long.
 */
export const isNamedExactly = async (folder: string, name: string, files = machine): Promise<boolean> => {
  const own = await files.identity(join(folder, name));
  const folded = await files.identity(join(folder, otherCase(name))).catch(() => undefined);
  return own !== folded || (await files.names(folder)).includes(name);
};

const otherCase = (text: string): string =>
  [...text].map((c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase())).join('');

import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CommandFailure, EXIT } from './command-failure.js';
import { makeServerKeys, readServerKeys, type ServerKeys, writeServerKeys } from './server-keys.js';

/** Reads the configured keys file; it must exist and be valid. */
export const readKeysFile = (path: string): ServerKeys => {
  const keys = readServerKeys(textOf(path) ?? '');
  if (keys !== undefined) return keys;
  throw new CommandFailure(
    'GOVGATE_KEYS_FILE must name a readable JSON file {"cursor", "fingerprint", "audit"} with 32 bytes in base64 each.',
    EXIT.settings,
  );
};

/**
 * Reads the keys next to the embedded store, or creates them on the first start: mode 0600, and the same for processes that start together.
 */
export const readOrMakeKeysFile = (path: string): ServerKeys => {
  const before = textOf(path);
  if (before === undefined) putKeysFile(path);
  const keys = readServerKeys(before ?? textOf(path) ?? '');
  if (keys !== undefined) return keys;
  throw new CommandFailure(
    `The server keys in ${path} are damaged. Restore the file from a backup: without it, page tokens, fingerprints and audit checkpoints made before no longer verify.`,
    EXIT.settings,
  );
};

/** Whether a keys file can no longer be read as valid keys: this process continues, but the next one would not start. */
export const areKeysUnreadable = async (path: string | undefined): Promise<boolean> =>
  path !== undefined && readServerKeys(await readFile(path, 'utf8').catch(() => '')) === undefined;

/** Undefined: there is no such file. One that this user may not read is neither absent nor damaged. */
const textOf = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new CommandFailure(unreadable(path), EXIT.settings);
  }
};

/** What to do about a keys file that is there and cannot be read, as after a copy by another user. */
const unreadable = (path: string): string =>
  `The server keys in ${path} cannot be read by this user (uid ${process.getuid?.() ?? 'unknown'}). Give the file to the user that govgate runs as, with mode 0600.`;

// Written to a temporary file and linked into place: the first link wins, and nobody reads a partial file.
const putKeysFile = (path: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, writeServerKeys(makeServerKeys()), { mode: 0o600 });
  try {
    linkSync(temporary, path);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'EEXIST') throw fault;
  } finally {
    rmSync(temporary, { force: true });
  }
};

import { existsSync } from 'node:fs';
import { chmod, copyFile, link, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { loadSettings } from '../settings/load-settings.js';
import type { ServerSettings } from '../settings/settings.js';
import { filesOfStore, holdsStore } from '../store/files-of-store.js';
import { explainOpening, noStore } from '../store/open-store.js';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { syncPath } from '../system/durable-files.js';
import { reportGrowth } from './report-growth.js';

export interface BackupOptions {
  readonly withKeys?: boolean;
  readonly force?: boolean;
}

/** The file for the server keys of a backup. */
export const keysOfBackup = (file: string): string => `${file}.keys.json`;

/** `govgate backup FILE`: a snapshot of the embedded store while the service keeps running; the keys in a separate file. */
export const backup = async (
  file: string,
  { withKeys = false, force = false }: BackupOptions,
): Promise<void> => {
  const settings = await loadSettings();
  if (settings.mongoUrl !== undefined) throw notEmbedded('`mongodump --oplog`');
  if (!holdsStore(settings.dataFolder)) throw noStore(settings.dataFolder);
  const wanted = [file, ...(withKeys ? [keysOfBackup(file)] : [])];
  if (!force) for (const path of wanted) if (existsSync(path)) throw isThere(path);
  const { database } = filesOfStore(settings.dataFolder);
  await put(file, force, (temporary) => copyStore(database, temporary));
  if (withKeys) await put(keysOfBackup(file), force, (temporary) => copyKeys(settings, temporary));
  process.stderr.write(
    `The store is in ${file}${withKeys ? `, its keys are in ${keysOfBackup(file)}` : ''}.\n`,
  );
  if (!withKeys)
    process.stderr.write(
      'Its server keys are not included: keep them elsewhere (--with-keys), as no restored trail continues without them.\n',
    );
};

/** Explains how to back up or restore a store that is not embedded. */
export const notEmbedded = (tool: string): CommandFailure =>
  new CommandFailure(`The store is MongoDB: use ${tool} for it, and keep the keys file apart.`, EXIT.refused);

const isThere = (path: string): CommandFailure =>
  new CommandFailure(
    `The file ${path} already exists. Name another one, or overwrite it with --force.`,
    EXIT.refused,
  );

const copyStore = async (database: string, temporary: string): Promise<void> => {
  const { copySqliteStore, sqliteStoreBytes } = await import('@govgate/adapter-sqlite');
  await explainOpening(async () => {
    const growth = reportGrowth(temporary, await sqliteStoreBytes(database));
    try {
      await copySqliteStore(database, temporary);
    } finally {
      await growth.stop();
    }
  });
};

const copyKeys = async ({ keysFile, dataFolder }: ServerSettings, temporary: string): Promise<void> => {
  const from = keysFile ?? filesOfStore(dataFolder).keysBeside;
  await copyFile(from, temporary).catch(() => {
    throw new CommandFailure(`The server keys ${resolve(from)} cannot be read.`, EXIT.refused);
  });
  await chmod(temporary, 0o600);
};

// Written under another name, so that the final name only ever holds a complete file. Linking refuses a name taken meanwhile.
const put = async (
  path: string,
  force: boolean,
  make: (temporary: string) => Promise<void>,
): Promise<void> => {
  const temporary = `${path}.partial-${process.pid}`;
  try {
    await make(temporary);
    if (force) await rename(temporary, path);
    else await link(temporary, path);
    await syncPath(dirname(path));
  } catch (fault) {
    throw failureOf(path, fault);
  } finally {
    await rm(temporary, { force: true });
    await rm(`${temporary}-journal`, { force: true });
  }
};

const failureOf = (path: string, fault: unknown): unknown => {
  const code = (fault as NodeJS.ErrnoException).code ?? '';
  if (code === 'EEXIST') return isThere(path);
  if (/^(E[A-Z]+|SQLITE_(FULL|CANTOPEN|IOERR|READONLY).*)$/.test(code))
    return new CommandFailure(`The file ${path} cannot be written (${code}).`, EXIT.refused);
  return fault;
};

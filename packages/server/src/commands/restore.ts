import { existsSync } from 'node:fs';
import { chmod, constants, copyFile, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { StoreOpenError } from '@govgate/adapter-sqlite';
import { type TrailReport, verifyTrail, whoseSignature } from '@govgate/application';
import type { GovernanceStore } from '@govgate/ports';
import { composeOver } from '../compose.js';
import { loadSettings } from '../settings/load-settings.js';
import type { ServerSettings } from '../settings/settings.js';
import { filesOfStore, holdsStore } from '../store/files-of-store.js';
import { makeFolder, openStoreFile } from '../store/open-store.js';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { syncPath } from '../system/durable-files.js';
import { readKeysFile } from '../system/keys-file.js';
import { makeServerKeys, type ServerKeys } from '../system/server-keys.js';
import { keysOfBackup, notEmbedded } from './backup.js';
import { printLine } from './print-line.js';

export interface RestoreOptions {
  readonly force?: boolean;
}

/** `govgate restore FILE`: puts a backup into the data folder once its trail is verified; prints one JSON line per tenant. */
export const restore = async (file: string, { force = false }: RestoreOptions): Promise<void> => {
  const settings = await loadSettings();
  if (settings.mongoUrl !== undefined) throw notEmbedded('`mongorestore`');
  if (!existsSync(file)) throw new CommandFailure(`There is no file ${file}.`, EXIT.refused);
  const { dataFolder: folder } = settings;
  await assertFree(folder, force);
  makeFolder(folder);
  const { database, keysBeside } = filesOfStore(folder);
  const temporary = `${database}.restoring-${process.pid}`;
  try {
    await copyFile(file, temporary, constants.COPYFILE_EXCL);
    await chmod(temporary, 0o600);
    const keys = keysFor(file, settings, force);
    const serverKeys = keys === undefined ? undefined : readKeysFile(keys);
    const store = await openStoreFile(temporary, (fault) => wrongBackup(file, fault));
    assertSound(await verified(store, settings, serverKeys));
    // Somebody may have started serving meanwhile.
    await assertFree(folder, force);
    if (keys === keysOfBackup(file)) await put(keys, keysBeside);
    // The previous store's log would be replayed into this one.
    for (const log of ['-wal', '-shm']) await rm(database + log, { force: true });
    await syncPath(temporary);
    await rename(temporary, database);
    await syncPath(folder);
  } finally {
    for (const rest of ['', '-wal', '-shm']) await rm(temporary + rest, { force: true });
  }
  process.stderr.write(`Restored into ${resolve(folder)}.\n`);
  if (settings.keysFile === undefined && !existsSync(keysBeside))
    process.stderr.write(
      'No server keys came with it, so that no signature of its trail could be verified: place server-keys.json beside it, or start once with `govgate serve --new-keys`.\n',
    );
  process.stderr.write(
    'Whatever was revoked since the backup counts again. Where later events were signed, the start asks for `govgate serve --accept-older-store`.\n',
  );
};

const assertFree = async (folder: string, force: boolean): Promise<void> => {
  if (!holdsStore(folder)) return;
  if (!force)
    throw new CommandFailure(
      `There is a store in ${resolve(folder)}. Name another folder with GOVGATE_DATA, or overwrite it with --force.`,
      EXIT.refused,
    );
  if (await isInUse(filesOfStore(folder).database))
    throw new CommandFailure(
      `The store in ${resolve(folder)} is in use. Stop what serves it first.`,
      EXIT.refused,
    );
};

// A damaged store is what one restores over: nothing can serve it.
const isInUse = async (database: string): Promise<boolean> => {
  const { isSqliteStoreInUse, StoreOpenError } = await import('@govgate/adapter-sqlite');
  return isSqliteStoreInUse(database).catch((fault: unknown) => {
    if (fault instanceof StoreOpenError && fault.code === 'corrupt') return false;
    throw fault;
  });
};

/** The keys file that a backup is verified with and continues with; undefined: none. Existing keys are replaced only by force. */
const keysFor = (
  file: string,
  { keysFile, dataFolder }: ServerSettings,
  force: boolean,
): string | undefined => {
  if (keysFile !== undefined) return keysFile;
  const places = [keysOfBackup(file), filesOfStore(dataFolder).keysBeside];
  return (force ? places : places.reverse()).find((path) => existsSync(path));
};

const put = async (from: string, to: string): Promise<void> => {
  const temporary = `${to}.restoring-${process.pid}`;
  await copyFile(from, temporary);
  await chmod(temporary, 0o600);
  await syncPath(temporary);
  await rename(temporary, to);
};

const WRONG: Partial<Record<StoreOpenError['code'], string>> = {
  corrupt: 'is damaged',
  not_a_store: 'is a database of another program',
  newer_version: 'was written by a newer version of govgate, which can restore it',
};

// What is opened is a copy, whose name says nothing to whoever named the backup.
const wrongBackup = (file: string, { code, message }: StoreOpenError): string => {
  const wrong = WRONG[code];
  return wrong === undefined ? message : `The backup ${file} ${wrong}; nothing was restored.`;
};

/** Why nothing vouches for a trail's end. */
type UnsignedBecause = 'no_server_keys' | 'other_server_keys' | 'not_signed_yet';

interface Verified {
  readonly tenantId: string;
  readonly report: TrailReport;
  readonly because: UnsignedBecause;
}

// Compared with itself alone: checkpoint files elsewhere know what came after the backup.
const verified = async (
  store: GovernanceStore,
  settings: ServerSettings,
  keys: ServerKeys | undefined,
): Promise<readonly Verified[]> => {
  const alone = { ...settings, checkpointFile: undefined };
  const { ports } = await composeOver({ store, keys: keys ?? makeServerKeys() }, alone, { taking: 'look' });
  try {
    const reports: Verified[] = [];
    for (const tenantId of await store.auditTrail.tenants()) {
      const others = (await whoseSignature(ports, tenantId)) === 'others';
      const withoutKeys = keys === undefined || others;
      const report = await verifyTrail(ports, tenantId, { whole: true, withoutKeys });
      const because = keys === undefined ? 'no_server_keys' : others ? 'other_server_keys' : 'not_signed_yet';
      reports.push({ tenantId, report, because });
    }
    return reports;
  } finally {
    await store.close();
  }
};

const assertSound = (reports: readonly Verified[]): void => {
  for (const { tenantId, report, because } of reports)
    printLine({
      schema_version: '1.0',
      tenant_id: tenantId,
      state: report.state,
      events: report.events,
      last_sequence: report.lastSequence,
      signed_up_to: report.signedUpTo,
      ...(report.state === 'unsigned' ? { unsigned_because: because } : {}),
    });
  if (reports.some(({ report }) => report.state === 'broken'))
    throw new CommandFailure('The trail of this backup is broken, so nothing was restored.', EXIT.refused);
};

import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { MongoStore } from '@govgate/adapter-mongo';
import type { Secret } from '@govgate/domain';
import { ALL_KINDS, type GovernanceStore } from '@govgate/ports';
import type { ServerSettings } from '../settings/settings.js';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { readKeysFile, readOrMakeKeysFile } from '../system/keys-file.js';
import { makeServerKeys, readServerKeys, type ServerKeys, writeServerKeys } from '../system/server-keys.js';

/** A store ready to use, and the server keys that belong to it. */
export interface OpenedStore {
  readonly store: GovernanceStore;
  readonly keys: ServerKeys;
}

/**
 * Opens the store that the settings name, and where `makes` says so makes it. What is wrong with it is told in a sentence. A
 * database of MongoDB is made with its first record, so whether there is one is not asked.
 */
export const openStore = (settings: ServerSettings, { makes = true } = {}): Promise<OpenedStore> =>
  settings.mongoUrl === undefined ? openEmbedded(settings, makes) : openMongo(settings, settings.mongoUrl);

const openMongo = async (settings: ServerSettings, url: Secret<string>): Promise<OpenedStore> => {
  const { openMongoStore, StoreOpenError } = await import('@govgate/adapter-mongo');
  try {
    const store = await openMongoStore({ url: url.reveal(), kinds: ALL_KINDS });
    return { store, keys: await keysOf(settings, store) };
  } catch (fault) {
    if (!(fault instanceof StoreOpenError)) throw fault;
    // A server that cannot be reached may come back; wrong settings do not mend themselves.
    throw new CommandFailure(fault.message, fault.code === 'unreachable' ? EXIT.refused : EXIT.settings);
  }
};

// Every process must sign with the same keys, so without a keys file they are made once and kept in the store itself.
const keysOf = async (settings: ServerSettings, store: MongoStore): Promise<ServerKeys> => {
  if (settings.keysFile !== undefined) return readKeysFile(settings.keysFile);
  process.stderr.write(
    'govgate: the server keys are kept in MongoDB: who can write the database could sign the audit trail. Set GOVGATE_KEYS_FILE to keep them apart.\n',
  );
  const kept = await store.loadOrCreateServerKeys(() => writeServerKeys(makeServerKeys()));
  const keys = readServerKeys(kept);
  if (keys !== undefined) return keys;
  throw new CommandFailure(
    'The server keys in the store are damaged. Restore them, or set GOVGATE_KEYS_FILE.',
    EXIT.settings,
  );
};

const openEmbedded = async (settings: ServerSettings, makes: boolean): Promise<OpenedStore> => {
  const file = join(settings.dataFolder, 'govgate.db');
  if (!makes && !existsSync(file)) throw noStore(settings.dataFolder);
  makeFolder(settings.dataFolder);
  const { openSqliteStore, StoreOpenError } = await import('@govgate/adapter-sqlite');
  const keys =
    settings.keysFile === undefined
      ? readOrMakeKeysFile(join(settings.dataFolder, 'server-keys.json'))
      : readKeysFile(settings.keysFile);
  try {
    const store = await openSqliteStore({ file, kinds: ALL_KINDS });
    return { store, keys };
  } catch (fault) {
    if (fault instanceof StoreOpenError) throw new CommandFailure(fault.message, EXIT.settings);
    throw fault;
  }
};

const noStore = (folder: string): CommandFailure =>
  new CommandFailure(
    `There is no store in ${folder}. Set GOVGATE_DATA to the folder of one, or make one with govgate init, serve or import.`,
    EXIT.refused,
  );

const makeFolder = (folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    throw new CommandFailure(
      `The data folder ${folder} cannot be made. Set GOVGATE_DATA to a folder that this user may write.`,
      EXIT.settings,
    );
  }
};

import { existsSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { MongoStore } from '@govgate/adapter-mongo';
import type { StoreOpenError } from '@govgate/adapter-sqlite';
import type { Secret } from '@govgate/domain';
import { ALL_KINDS, type GovernanceStore } from '@govgate/ports';
import type { ServerSettings } from '../settings/settings.js';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { readKeysFile, readOrMakeKeysFile } from '../system/keys-file.js';
import { makeServerKeys, readServerKeys, type ServerKeys, writeServerKeys } from '../system/server-keys.js';
import { filesOfStore, holdsStore } from './files-of-store.js';

/** An opened store with its server keys. */
export interface OpenedStore {
  readonly store: GovernanceStore;
  readonly keys: ServerKeys;
  /** Whether the keys are in the store itself. */
  readonly keysInStore?: boolean;
  /** The folder of an embedded store, for files kept next to it. */
  readonly folder?: string;
}

/** What may be created if missing; otherwise its absence is reported. */
export interface Making {
  /** An embedded store. */
  readonly makes?: boolean | undefined;
  /** New server keys for an embedded store that lost its own. */
  readonly newKeys?: boolean | undefined;
}

/** Opens the configured store. Problems are reported in one sentence. */
export const openStore = (settings: ServerSettings, making: Making = {}): Promise<OpenedStore> =>
  settings.mongoUrl === undefined ? openEmbedded(settings, making) : openMongo(settings, settings.mongoUrl);

/** Performs an operation on a file of the embedded store; problems with the file are reported in one sentence. */
export const explainOpening = async <T>(
  work: () => Promise<T>,
  sentenceOf: (fault: StoreOpenError) => string = ({ message }) => message,
): Promise<T> => {
  const { StoreOpenError } = await import('@govgate/adapter-sqlite');
  try {
    return await work();
  } catch (fault) {
    if (fault instanceof StoreOpenError) throw new CommandFailure(sentenceOf(fault), EXIT.settings);
    throw fault;
  }
};

/** Opens a file of the embedded store. Problems are reported in one sentence. */
export const openStoreFile = async (
  file: string,
  sentenceOf?: (fault: StoreOpenError) => string,
): Promise<GovernanceStore> => {
  const { openSqliteStore } = await import('@govgate/adapter-sqlite');
  return explainOpening(() => openSqliteStore({ file, kinds: ALL_KINDS }), sentenceOf);
};

/** Reports that a folder holds no store. */
export const noStore = (folder: string): CommandFailure =>
  new CommandFailure(
    `There is no store in ${resolve(folder)}. Name its folder with GOVGATE_DATA; \`govgate init\`, \`serve\` and \`import\` make a new one.`,
    EXIT.refused,
  );

/** Creates a data folder accessible to this user only. */
export const makeFolder = (folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    throw new CommandFailure(
      `The data folder ${folder} cannot be made. Set GOVGATE_DATA to a folder that this user may write.`,
      EXIT.settings,
    );
  }
};

const openMongo = async (settings: ServerSettings, url: Secret<string>): Promise<OpenedStore> => {
  const { keysFile, keysInStore } = settings;
  if (keysFile === undefined && !keysInStore) throw keysUnnamed();
  const { openMongoStore, StoreOpenError } = await import('@govgate/adapter-mongo');
  try {
    const store = await openMongoStore({ url: url.reveal(), kinds: ALL_KINDS });
    return keysFile === undefined
      ? { store, keys: await keysFromStore(store), keysInStore }
      : { store, keys: readKeysFile(keysFile) };
  } catch (fault) {
    if (!(fault instanceof StoreOpenError)) throw fault;
    // An unreachable server may come back; wrong settings do not fix themselves.
    throw new CommandFailure(fault.message, fault.code === 'unreachable' ? EXIT.refused : EXIT.settings);
  }
};

/** With MongoDB, keys come from a file; kept in the database, they protect nothing from whoever can write it. */
const keysUnnamed = (): CommandFailure =>
  new CommandFailure(
    'With MongoDB the server keys come from GOVGATE_KEYS_FILE, the same file for every process: whoever has them can sign the audit trail. Name one, or set GOVGATE_KEYS_IN_STORE=true to keep them in the database.',
    EXIT.settings,
  );

// Every process must sign with the same keys, so they are created once.
const keysFromStore = async (store: MongoStore): Promise<ServerKeys> => {
  process.stderr.write(
    'govgate: warning: the server keys are kept in MongoDB (GOVGATE_KEYS_IN_STORE): who can write the database can sign the audit trail. Set GOVGATE_KEYS_FILE to keep them apart.\n',
  );
  const kept = await store.loadOrCreateServerKeys(() => writeServerKeys(makeServerKeys()));
  const keys = readServerKeys(kept);
  if (keys !== undefined) return keys;
  throw new CommandFailure(
    'The server keys in the store are damaged. Restore them, or set GOVGATE_KEYS_FILE.',
    EXIT.settings,
  );
};

const openEmbedded = async (settings: ServerSettings, making: Making): Promise<OpenedStore> => {
  const { dataFolder: folder, keysFile } = settings;
  const { database, keysBeside } = filesOfStore(folder);
  const isThere = holdsStore(folder);
  if (!isThere && making.makes !== true) throw noStore(folder);
  if (isThere && keysFile === undefined && making.newKeys !== true && !existsSync(keysBeside))
    throw keysGone(keysBeside);
  makeFolder(folder);
  const keys = keysFile === undefined ? readOrMakeKeysFile(keysBeside) : readKeysFile(keysFile);
  const store = await openStoreFile(database);
  return { store, keys, folder };
};

const keysGone = (keysBeside: string): CommandFailure =>
  new CommandFailure(
    `The server keys of this store are gone: there is no ${resolve(keysBeside)}. Put the file back from a backup, or go on with new keys with \`govgate serve --new-keys\`, which is audited.`,
    EXIT.settings,
  );

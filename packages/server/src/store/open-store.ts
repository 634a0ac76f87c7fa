import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_KINDS, type GovernanceStore } from '@govgate/ports';
import { CommandFailure, EXIT } from '../commands/command-failure.js';
import type { ServerSettings } from '../settings/settings.js';
import { readKeysFile, readOrMakeKeysFile } from '../system/keys-file.js';
import type { ServerKeys } from '../system/server-keys.js';

/** A store ready to use, and the server keys that belong to it. */
export interface OpenedStore {
  readonly store: GovernanceStore;
  readonly keys: ServerKeys;
}

/** Opens the store that the settings name. What is wrong with it is told in a sentence. */
export const openStore = async (settings: ServerSettings): Promise<OpenedStore> => openEmbedded(settings);

const openEmbedded = async (settings: ServerSettings): Promise<OpenedStore> => {
  makeFolder(settings.dataFolder);
  const { openSqliteStore, StoreOpenError } = await import('@govgate/adapter-sqlite');
  const keys =
    settings.keysFile === undefined
      ? readOrMakeKeysFile(join(settings.dataFolder, 'server-keys.json'))
      : readKeysFile(settings.keysFile);
  try {
    const store = await openSqliteStore({ file: join(settings.dataFolder, 'govgate.db'), kinds: ALL_KINDS });
    return { store, keys };
  } catch (fault) {
    if (fault instanceof StoreOpenError) throw new CommandFailure(fault.message, EXIT.settings);
    throw fault;
  }
};

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

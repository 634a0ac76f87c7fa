import { statSync } from 'node:fs';
import { join } from 'node:path';

/** The files of an embedded store within its folder. */
export interface StoreFiles {
  readonly database: string;
  readonly keysBeside: string;
  /** The newest checkpoint of each tenant. */
  readonly checkpointsBeside: string;
}

export const filesOfStore = (folder: string): StoreFiles => ({
  database: join(folder, 'govgate.db'),
  keysBeside: join(folder, 'server-keys.json'),
  checkpointsBeside: join(folder, 'checkpoints.ndjson'),
});

/** Whether a folder holds a store: an empty file is left by a start that ended before it created one. */
export const holdsStore = (folder: string): boolean =>
  (statSync(filesOfStore(folder).database, { throwIfNoEntry: false })?.size ?? 0) > 0;

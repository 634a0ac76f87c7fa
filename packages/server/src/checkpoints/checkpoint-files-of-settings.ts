import type { ServiceLog } from '@govgate/ports';
import type { ServerSettings } from '../settings/settings.js';
import { filesOfStore } from '../store/files-of-store.js';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { ed25519Signer, type ServerKeys, verifyEd25519ByNode } from '../system/server-keys.js';
import { type CheckpointFiles, openCheckpointFiles } from './checkpoint-files.js';

/** The files for checkpoints: next to an embedded store, and where the settings say. */
export const checkpointFilesOfSettings = (
  { checkpointFile }: ServerSettings,
  folder: string | undefined,
  keys: ServerKeys,
  log: ServiceLog,
): CheckpointFiles => {
  const beside = folder === undefined ? undefined : filesOfStore(folder).checkpointsBeside;
  const { publicKey } = ed25519Signer(keys.audit);
  const places = { beside, outside: checkpointFile };
  try {
    return openCheckpointFiles({ places, publicKey, verifySignature: verifyEd25519ByNode, log });
  } catch {
    throw new CommandFailure(
      `The files that checkpoints are kept in must be readable and writable: checkpoints.ndjson in the data folder, and what GOVGATE_CHECKPOINT_FILE names.`,
      EXIT.settings,
    );
  }
};

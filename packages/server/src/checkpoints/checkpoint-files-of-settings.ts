import { join } from 'node:path';
import type { ServiceLog } from '@govgate/ports';
import type { ServerSettings } from '../settings/settings.js';
import { CommandFailure, EXIT } from '../system/command-failure.js';
import { ed25519Signer, type ServerKeys, verifyEd25519ByNode } from '../system/server-keys.js';
import { type CheckpointFiles, openCheckpointFiles } from './checkpoint-files.js';

/** Beside an embedded store: the newest checkpoint of each tenant. */
const BESIDE = 'checkpoints.ndjson';

/** The files that the settings name for checkpoints. */
export const checkpointFilesOfSettings = (
  { mongoUrl, dataFolder, checkpointFile }: ServerSettings,
  keys: ServerKeys,
  log: ServiceLog,
): CheckpointFiles => {
  const beside = mongoUrl === undefined ? join(dataFolder, BESIDE) : undefined;
  const { publicKey } = ed25519Signer(keys.audit);
  const places = { beside, outside: checkpointFile };
  try {
    return openCheckpointFiles({ places, publicKey, verifySignature: verifyEd25519ByNode, log });
  } catch {
    throw new CommandFailure(
      `The files that checkpoints are kept in must be readable and writable: ${BESIDE} in the data folder, and what GOVGATE_CHECKPOINT_FILE names.`,
      EXIT.settings,
    );
  }
};

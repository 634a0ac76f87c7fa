import { randomBytes } from 'node:crypto';
import { authenticateCommits, CommittedEvents, type Ports, type TrailDeps } from '@govgate/application';
import type { GovernanceStore, ServiceLog } from '@govgate/ports';
import {
  type CheckpointFiles,
  type CheckpointPaths,
  openCheckpointFiles,
} from '../../checkpoints/checkpoint-files.js';
import { nodeDigest, nodeSha256 } from '../../system/node-hashing.js';
import { ed25519Signer, hmacEventMac, verifyEd25519ByNode } from '../../system/server-keys.js';
import { systemClock } from '../../system/system-clock.js';

/** What is needed to read, sign and verify trails, on any store, with the product's own checkpoint files. */
export interface TestTrail {
  readonly ports: TrailDeps & Pick<Ports, 'unitOfWork'>;
  readonly files: CheckpointFiles;
}

const SILENT: ServiceLog = {
  request: () => undefined,
  failure: () => undefined,
  info: () => undefined,
  warn: () => undefined,
};

/** The key of a test's installation. */
export const makeSeed = (): Buffer => randomBytes(32);

/** Commits through `ports.unitOfWork` carry the MACs of the seed; others, as a forger's, none. */
export const trailOn = (
  store: Pick<GovernanceStore, 'auditTrail' | 'records' | 'unitOfWork'>,
  seed: Buffer,
  places: Partial<CheckpointPaths> = {},
): TestTrail => {
  const checkpointSigner = ed25519Signer(seed);
  const [eventMac, committedEvents] = [hmacEventMac(seed), new CommittedEvents()];
  const files = openCheckpointFiles({
    places: { beside: undefined, outside: undefined, ...places },
    publicKey: checkpointSigner.publicKey,
    verifySignature: verifyEd25519ByNode,
    log: SILENT,
  });
  return {
    files,
    ports: {
      auditTrail: store.auditTrail,
      records: store.records,
      unitOfWork: authenticateCommits(store.unitOfWork, eventMac, committedEvents),
      eventMac,
      committedEvents,
      alteredTrails: new Map(),
      checkpointSigner,
      clock: systemClock,
      digest: nodeDigest,
      hash: nodeSha256,
      keptCheckpoints: files,
      verifySignature: verifyEd25519ByNode,
    },
  };
};

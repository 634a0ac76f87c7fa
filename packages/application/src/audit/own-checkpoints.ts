import {
  type AuditCheckpoint,
  type FoundFault,
  type NoteKey,
  readCheckpoint,
  type TrailHead,
  trailKey,
} from '@govgate/domain';
import type { Ports } from '../call/ports.js';

type Deps = Pick<Ports, 'auditTrail' | 'checkpointSigner' | 'verifySignature'>;

/** The key that signs a tenant's checkpoints. */
export const ownKey = ({ checkpointSigner }: Pick<Deps, 'checkpointSigner'>, tenantId: string): NoteKey =>
  trailKey(tenantId, checkpointSigner.publicKey);

/** How far back our newest checkpoint is searched among those by other keys. */
const MOST_READ = 16;

/** A checkpoint by our own key: as stored, and its content. */
export interface OwnCheckpoint {
  readonly record: AuditCheckpoint;
  readonly head: TrailHead;
}

/** Our newest checkpoint, or what is wrong with the one found in its place. */
export interface NewestCheckpoint {
  readonly own?: OwnCheckpoint;
  readonly fault?: FoundFault;
  /** There are some, all by other keys. */
  readonly areOthers?: true;
}

/** Finds a trail's newest checkpoint by our own key in the store. Those by other keys, from before a key change, are skipped. */
export const newestCheckpoint = async (deps: Deps, tenantId: string): Promise<NewestCheckpoint> => {
  const kept = await deps.auditTrail.checkpoints(tenantId, { direction: 'desc', limit: MOST_READ });
  for (const record of kept) {
    const { size, note } = record;
    const read = readCheckpoint(note, [ownKey(deps, tenantId)], deps.verifySignature);
    const isWhole = read?.head.size === size && read.head.tenantId === tenantId;
    if (!isWhole || read.signatureStatus === 'forged')
      return { fault: { sequence: size, reasonCode: 'checkpoint_invalid' } };
    if (read.signatureStatus === 'signed') return { own: { record, head: read.head } };
  }
  return kept.length === 0 ? {} : { areOthers: true };
};

/** Whose key signed a trail, within the searched range; undefined if none did, or if what is there is not a checkpoint. */
export const whoseSignature = async (deps: Deps, tenantId: string): Promise<'own' | 'others' | undefined> => {
  // Of one read: between two of them another process of the same installation may sign the first one.
  const { own, areOthers } = await newestCheckpoint(deps, tenantId);
  if (own !== undefined) return 'own';
  return areOthers ? 'others' : undefined;
};

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

/** How far back a checkpoint of ours is looked for behind those of other keys. */
const LOOK = 16;

/** A checkpoint of our own key: as it is kept, and what it says. */
export interface OwnCheckpoint {
  readonly record: AuditCheckpoint;
  readonly head: TrailHead;
}

/** The newest of ours, or what is wrong with what stands in its place. */
export interface NewestCheckpoint {
  readonly own?: OwnCheckpoint;
  readonly fault?: FoundFault;
}

/** Finds a trail's newest checkpoint of our own key in the store. Those of other keys, as of before a change of keys, are passed over. */
export const newestCheckpoint = async (deps: Deps, tenantId: string): Promise<NewestCheckpoint> => {
  const kept = await deps.auditTrail.checkpoints(tenantId, { direction: 'desc', limit: LOOK });
  for (const record of kept) {
    const { size, note } = record;
    const read = readCheckpoint(note, [ownKey(deps, tenantId)], deps.verifySignature);
    const isWhole = read?.head.size === size && read.head.tenantId === tenantId;
    if (!isWhole || read.standing === 'forged')
      return { fault: { sequence: size, reasonCode: 'checkpoint_invalid' } };
    if (read.standing === 'signed') return { own: { record, head: read.head } };
  }
  return {};
};

/** Whose key signed a trail, as far as one looks back; undefined where none did, or what stands there is no checkpoint. */
export const whoseSignature = async (deps: Deps, tenantId: string): Promise<'own' | 'others' | undefined> => {
  const { own, fault } = await newestCheckpoint(deps, tenantId);
  if (own !== undefined) return 'own';
  const [newest] = await deps.auditTrail.checkpoints(tenantId, { direction: 'desc', limit: 1 });
  return newest === undefined || fault !== undefined ? undefined : 'others';
};

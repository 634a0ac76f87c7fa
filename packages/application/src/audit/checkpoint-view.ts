import { writeNoteKey } from '@govgate/domain';
import { toBase64 } from '@govgate/domain/internal';
import type { Ports } from '../call/ports.js';
import { type OwnCheckpoint, ownKey } from './own-checkpoints.js';

/** A checkpoint as answered: the note, its content, and the key that signed it. */
export interface CheckpointView {
  readonly treeSize: number;
  /** Base64. */
  readonly rootHash: string;
  readonly headHash: string | null;
  readonly signedAt: string | null;
  readonly note: string;
  /** The signing key as a note verifier key; null: a replaced key. */
  readonly publicKey: string | null;
}

export const checkpointView = (
  deps: Pick<Ports, 'checkpointSigner'>,
  { head, record }: OwnCheckpoint,
  isOwn = true,
): CheckpointView => ({
  treeSize: head.size,
  rootHash: toBase64(head.root),
  headHash: head.headHash,
  signedAt: head.signedAt,
  note: record.note,
  publicKey: isOwn ? writeNoteKey(ownKey(deps, head.tenantId)) : null,
});

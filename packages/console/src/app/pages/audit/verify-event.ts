import type { AuditEvent, AuditEventProof } from '@govgate/client';
import { canonicalJson, readCheckpoint, readNoteKey, sha256Hex, verifyInclusion } from '@govgate/domain';
import { eventLeaf, fromBase64 } from '@govgate/domain/internal';

/** What was verified, step by step. */
export interface EventVerdict {
  /** unsigned: the event matches its hash, and no checkpoint covers it yet. */
  readonly state: 'verified' | 'unsigned' | 'broken';
  readonly steps: readonly { readonly name: 'hash' | 'signature' | 'inclusion'; readonly holds: boolean }[];
}

/**
 * Verifies an event in this browser: that it matches its hash, that a key signed the tree, and that the event is in that tree. Whether the
 * key is genuine can only be confirmed by somebody who noted it elsewhere: it came with the proof.
 */
export const verifyEvent = (event: AuditEvent, proof: AuditEventProof): EventVerdict => {
  const { hash, ...reported } = event;
  const isHashed = hash === proof.hash && hash === `sha256:${sha256Hex(canonicalJson(reported))}`;
  const steps = [{ name: 'hash' as const, holds: isHashed }, ...signedSteps(proof)];
  const isBroken = steps.some(({ holds }) => !holds);
  return { state: isBroken ? 'broken' : steps.length === 1 ? 'unsigned' : 'verified', steps };
};

const signedSteps = ({ checkpoint, inclusion_path, leaf_index, hash }: AuditEventProof) => {
  if (checkpoint === null || inclusion_path === null) return [];
  const key = readNoteKey(checkpoint.public_key ?? '');
  const read = readCheckpoint(checkpoint.note, key === undefined ? [] : [key]);
  const path = inclusion_path.map(fromBase64).filter((one) => one !== undefined);
  return [
    { name: 'signature' as const, holds: read?.signatureStatus === 'signed' },
    {
      name: 'inclusion' as const,
      holds:
        read !== undefined &&
        path.length === inclusion_path.length &&
        verifyInclusion({ index: leaf_index, hash: eventLeaf(hash) }, read.head, path),
    },
  ];
};

import { type AuditCheckpoint, compareText } from '@govgate/domain';
import type { CheckpointQuery, KeptSubtree } from '@govgate/ports';

/** What is kept next to the trails of a memory store. */
export interface MemoryCheckpoints {
  readonly checkpoints: Map<string, AuditCheckpoint[]>;
  readonly subtrees: Map<string, KeptSubtree[]>;
}

/** A page of a tenant's checkpoints. */
export const checkpointsOf = (
  { checkpoints }: MemoryCheckpoints,
  tenantId: string,
  { direction, after, limit }: CheckpointQuery,
): readonly AuditCheckpoint[] => {
  const all = (checkpoints.get(tenantId) ?? []).toSorted(inOrder);
  if (direction === 'desc') all.reverse();
  const isBehind = (kept: AuditCheckpoint): boolean =>
    after === undefined || (direction === 'asc' ? inOrder(kept, after) > 0 : inOrder(kept, after) < 0);
  return all.filter(isBehind).slice(0, limit);
};

/** Keeps a checkpoint once for its size and key, and each subtree once for its place. */
export const keepCheckpoint = (
  { checkpoints, subtrees }: MemoryCheckpoints,
  checkpoint: AuditCheckpoint,
  complete: readonly KeptSubtree[],
): void => {
  const { tenantId } = checkpoint;
  const kept = checkpoints.get(tenantId) ?? [];
  if (!kept.some((other) => inOrder(other, checkpoint) === 0))
    checkpoints.set(tenantId, [...kept, checkpoint]);
  const isNew = ({ level, place }: KeptSubtree): boolean =>
    complete.some((subtree) => subtree.level === level && subtree.place === place);
  const before = (subtrees.get(tenantId) ?? []).filter((subtree) => !isNew(subtree));
  subtrees.set(
    tenantId,
    [...before, ...complete].sort((a, b) => a.level - b.level || a.place - b.place),
  );
};

const inOrder = (
  a: Pick<AuditCheckpoint, 'size' | 'keyId'>,
  b: Pick<AuditCheckpoint, 'size' | 'keyId'>,
): number => a.size - b.size || compareText(a.keyId, b.keyId);

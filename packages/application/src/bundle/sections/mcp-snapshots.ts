import type { McpSubmission } from '@govgate/domain';

type Approvable = Pick<
  McpSubmission,
  'submissionId' | 'sequence' | 'status' | 'reviewedBy' | 'createdFromSnapshotId'
>;

/** Whether a submission was ever approved, so that a snapshot was made from it. */
export const wasApproved = ({ status, reviewedBy }: Pick<Approvable, 'status' | 'reviewedBy'>): boolean =>
  status === 'approved' || (status === 'superseded' && reviewedBy !== null);

/**
 * The snapshot of each approved submission, if the bundle does not name it: the one a later submission says it was created from, else a
 * name derived from the submission. The contract's summary names no snapshot, so a hand-written bundle has none.
 */
export const inferredSnapshots = (submissions: readonly Approvable[]): ReadonlyMap<string, string> => {
  const snapshots = new Map<string, string>();
  const inOrder = [...submissions].sort((a, b) => a.sequence - b.sequence);
  for (const [place, { createdFromSnapshotId }] of inOrder.entries()) {
    if (createdFromSnapshotId === null || [...snapshots.values()].includes(createdFromSnapshotId)) continue;
    const source = inOrder.slice(0, place).findLast(wasApproved);
    if (source !== undefined && !snapshots.has(source.submissionId))
      snapshots.set(source.submissionId, createdFromSnapshotId);
  }
  for (const submission of inOrder.filter(wasApproved))
    if (!snapshots.has(submission.submissionId))
      snapshots.set(submission.submissionId, `snap_${submission.submissionId.replace(/^sub_/, '')}`);
  return snapshots;
};

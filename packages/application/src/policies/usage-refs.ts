import { compareText, type McpSubmission, type Scope } from '@govgate/domain';
import { mcpSubmissionKind } from '@govgate/ports';
import type { Ports } from '../call/ports.js';
import { everyRecord } from '../paging/every-record.js';

/** A tool whose policy references name a policy version (contract, section 2.1). */
export interface UsageRef {
  readonly serverId: string;
  readonly toolId: string | null;
  readonly snapshotId: string | null;
  /** active: a live snapshot; pending: a submission under review; retired: an approval that was superseded. */
  readonly status: 'active' | 'pending' | 'retired';
}

/** Submissions that are looked through, the newest; and references told of a version: by itself, and in a list. */
const MOST = { submissions: 1_000, alone: 1_000, listed: 50 };

type Deps = Pick<Ports, 'records' | 'patience'>;

/** What uses each of some policy versions, out of the stored submissions; one question for all of them. */
export const usageRefsByVersion = async (
  deps: Deps,
  scope: Scope,
  policyVersions: readonly string[],
  most = MOST.listed,
): Promise<ReadonlyMap<string, readonly UsageRef[]>> => {
  if (policyVersions.length === 0) return new Map();
  const submissions = await everyRecord(deps, mcpSubmissionKind, scope, {
    most: MOST.submissions,
    order: { by: 'sequence', direction: 'desc' },
    where: { has: { policyRef: policyVersions }, is: { status: ['approved', 'pending', 'superseded'] } },
  });
  return new Map(
    policyVersions.map((version) => [
      version,
      submissions
        .flatMap(({ record }) => refsIn(record, version))
        .sort(byPlace)
        .slice(0, most),
    ]),
  );
};

/** Which tools use a policy version. */
export const usageRefsOf = async (
  deps: Deps,
  scope: Scope,
  policyVersion: string,
): Promise<readonly UsageRef[]> =>
  (await usageRefsByVersion(deps, scope, [policyVersion], MOST.alone)).get(policyVersion) ?? [];

const refsIn = (submission: McpSubmission, policyVersion: string): UsageRef[] => {
  const status = statusOf(submission);
  if (status === undefined) return [];
  const { serverId, snapshotId } = submission;
  return submission.manifest.tools
    .filter(({ policyRefs }) => policyRefs.includes(policyVersion))
    .map(({ toolId }) => ({ serverId, toolId, snapshotId, status }));
};

// What was superseded before anyone approved it never was in use.
const statusOf = ({ status, snapshotId }: McpSubmission): UsageRef['status'] | undefined => {
  if (status === 'approved') return 'active';
  if (status === 'pending') return 'pending';
  return snapshotId === null ? undefined : 'retired';
};

const byPlace = (a: UsageRef, b: UsageRef): number =>
  compareText(a.serverId, b.serverId) ||
  compareText(a.toolId ?? '', b.toolId ?? '') ||
  compareText(a.status, b.status) ||
  compareText(a.snapshotId ?? '', b.snapshotId ?? '');

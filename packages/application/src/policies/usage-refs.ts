import { compareText, type McpSubmission, type Scope } from '@govgate/domain';
import { mcpSubmissionKind, type Stored } from '@govgate/ports';
import type { Ports } from '../call/ports.js';
import { everyRecord } from '../paging/every-record.js';

/** A tool whose policy references include a policy version (docs/spec/policies.md#record). */
export interface UsageRef {
  readonly serverId: string;
  readonly toolId: string | null;
  readonly snapshotId: string | null;
  /** active: in a live snapshot; pending: in a submission under review; retired: in a superseded approval. */
  readonly status: 'active' | 'pending' | 'retired';
}

/** How many of the newest submissions are searched; and how many references are shown: for one version, and in a list. */
const MOST = { submissions: 1_000, alone: 1_000, listed: 50 };

type Deps = Pick<Ports, 'records' | 'timer'>;

/** What uses each of several policy versions, according to stored submissions; one query for all of them. */
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
    where: { has: { policyRef: policyVersions } },
  });
  const found = new Map<string, UsageRef[]>(policyVersions.map((version) => [version, []]));
  for (const { record } of submissions.toSorted(byUse)) collect(record, found, most);
  for (const refs of found.values()) refs.sort(byPlace);
  return found;
};

/** The tools using a policy version. */
export const usageRefsOf = async (
  deps: Deps,
  scope: Scope,
  policyVersion: string,
): Promise<readonly UsageRef[]> =>
  (await usageRefsByVersion(deps, scope, [policyVersion], MOST.alone)).get(policyVersion) ?? [];

// Active references precede pending ones, and those retired ones: beyond the limit, the last are omitted.
const BY_USE: readonly string[] = ['approved', 'pending', 'superseded'];

const byUse = (a: Stored<McpSubmission>, b: Stored<McpSubmission>): number =>
  BY_USE.indexOf(a.record.status) - BY_USE.indexOf(b.record.status);

const collect = (submission: McpSubmission, found: ReadonlyMap<string, UsageRef[]>, most: number): void => {
  const status = statusOf(submission);
  const { serverId, snapshotId } = submission;
  for (const { toolId, policyRefs } of submission.manifest.tools)
    for (const version of new Set(policyRefs)) {
      const refs = found.get(version);
      if (refs !== undefined && refs.length < most) refs.push({ serverId, toolId, snapshotId, status });
    }
};

// What was superseded before its approval, rejected or withdrawn was never in use, and is not found by its references.
const statusOf = ({ status }: McpSubmission): UsageRef['status'] => {
  if (status === 'approved') return 'active';
  return status === 'pending' ? 'pending' : 'retired';
};

const byPlace = (a: UsageRef, b: UsageRef): number =>
  compareText(a.serverId, b.serverId) ||
  compareText(a.toolId ?? '', b.toolId ?? '') ||
  compareText(a.status, b.status) ||
  compareText(a.snapshotId ?? '', b.snapshotId ?? '');

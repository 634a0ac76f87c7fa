import type { Scope } from '@govgate/domain';
import type { Ports } from '../call/ports.js';

/** A tool whose policy references name a policy version (contract, section 2.1). */
export interface UsageRef {
  readonly serverId: string;
  readonly toolId: string | null;
  readonly snapshotId: string | null;
  /** active: a live snapshot; pending: a submission under review; retired: an approval that was superseded. */
  readonly status: 'active' | 'pending' | 'retired';
}

/** Which tools use a policy version, out of the stored submissions. */
export const usageRefsOf = async (
  _records: Ports['records'],
  _scope: Scope,
  _policyVersion: string,
): Promise<readonly UsageRef[]> => [];

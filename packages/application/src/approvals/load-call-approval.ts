import {
  authorize,
  type CallApproval,
  holdsGrantIn,
  ok,
  type Permission,
  type Principal,
  type Result,
  refuse,
  type Scope,
  targetOfApproval,
} from '@govgate/domain';
import { callApprovalKind, type RecordStore, type Stored } from '@govgate/ports';
import type { CallContext } from '../call/context.js';

/** Which approval a call is about. */
export interface CallApprovalRef {
  readonly scope: Scope;
  readonly approvalId: string;
}

/** What the caller must be allowed: by a permission, or by what the approval itself says of who may. */
export interface ApprovalRight {
  readonly permission: Permission;
  readonly orBy?: (principal: Principal, approval: CallApproval) => boolean;
}

/**
 * Whether the caller may act on an approval, present or absent, as `admitRecord` does for what permissions alone decide: outside the
 * caller's environments everything is absent, inside what nobody gave them is forbidden.
 */
export const admitApproval = async (
  records: RecordStore,
  { principal }: CallContext,
  { scope, approvalId }: CallApprovalRef,
  { permission, orBy }: ApprovalRight,
): Promise<Result<Stored<CallApproval> | undefined>> => {
  if (principal.tenantId !== scope.tenantId || !holdsGrantIn(principal, scope.environmentId))
    return refuse('not_found');
  const stored = await records.get(callApprovalKind, scope, approvalId);
  const target = targetOfApproval(stored?.record ?? { ...scope, approvalId, ownerTeam: null });
  const byRecord = stored !== undefined && (orBy?.(principal, stored.record) ?? false);
  const allowed = byRecord || authorize(principal, permission, target);
  return allowed ? ok(stored) : refuse('permission_denied');
};

import {
  authorize,
  type CallApproval,
  ok,
  type Permission,
  type Principal,
  type Result,
  refuse,
  type Scope,
} from '@govgate/domain';
import { holdsGrantIn, targetOfApproval } from '@govgate/domain/internal';
import { callApprovalKind, type RecordStore, type Stored } from '@govgate/ports';
import type { CallContext } from '../call/context.js';

/** The approval a call concerns. */
export interface CallApprovalRef {
  readonly scope: Scope;
  readonly approvalId: string;
}

/** What the caller needs: a permission, or what the approval itself grants. */
export interface ApprovalRight {
  readonly permission: Permission;
  readonly orBy?: (principal: Principal, approval: CallApproval) => boolean;
}

interface RequestedApproval {
  readonly approval: CallApprovalRef;
  readonly right: ApprovalRight;
}

/**
 * Whether the caller may act on an approval, present or absent, like `admitRecord` for records governed by permissions alone: outside the
 * caller's environments everything is absent, inside them anything not granted is forbidden.
 */
export const admitApproval = async (
  records: RecordStore,
  { principal }: CallContext,
  { approval: { scope, approvalId }, right: { permission, orBy } }: RequestedApproval,
): Promise<Result<Stored<CallApproval> | undefined>> => {
  if (principal.tenantId !== scope.tenantId || !holdsGrantIn(principal, scope.environmentId))
    return refuse('not_found');
  const stored = await records.get(callApprovalKind, scope, approvalId);
  const target = targetOfApproval(stored?.record ?? { ...scope, approvalId, ownerTeam: null });
  const byRecord = stored !== undefined && (orBy?.(principal, stored.record) ?? false);
  const allowed = byRecord || authorize(principal, permission, target);
  return allowed ? ok(stored) : refuse('permission_denied');
};

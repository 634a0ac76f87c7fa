import { type AccessReview, authorize, ok, type Result, refuse } from '@govgate/domain';
import { mayOnReview } from '@govgate/domain/internal';
import { accessReviewKind, type RecordStore, type Stored } from '@govgate/ports';
import type { CallContext } from '../call/context.js';

/** The access review a call concerns. */
export interface AccessReviewRef {
  readonly tenantId: string;
  readonly accessReviewId: string;
}

/** A review, and what the caller wants to do on it. */
interface AccessReviewAccess extends AccessReviewRef {
  readonly permission: Parameters<typeof mayOnReview>[1];
}

/**
 * A review on which the caller may do something. To whoever may not do it in the whole tenant, one out of their reach and an absent one look
 * alike.
 */
export const loadAccessReview = async (
  records: RecordStore,
  { principal }: CallContext,
  { tenantId, accessReviewId, permission }: AccessReviewAccess,
): Promise<Result<Stored<AccessReview>>> => {
  if (principal.tenantId !== tenantId) return refuse('not_found');
  const stored = await records.get(accessReviewKind, { tenantId }, accessReviewId);
  if (stored !== undefined && mayOnReview(principal, permission, stored.record)) return ok(stored);
  const target = { tenantId, environmentId: null, resourceId: accessReviewId, ownerTeam: null };
  const needed = permission === 'decide' ? 'access_review.manage' : permission;
  return refuse(authorize(principal, needed, target) ? 'not_found' : 'permission_denied');
};

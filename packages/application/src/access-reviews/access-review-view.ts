import type { AccessReview, AccessReviewItem } from '@govgate/domain';
import { accessReviewActions } from '@govgate/domain/internal';
import { accessReviewItemKind, type RecordStore, type Stored } from '@govgate/ports';
import { type PermissionsView, permissionsView } from '../call/allowed.js';
import type { CallContext } from '../call/context.js';
import { recordTag } from '../call/record-tag.js';

/** An access review in a list. */
export interface AccessReviewSummary extends Omit<AccessReview, 'listedTo' | 'reminders'> {
  readonly schemaVersion: '1.0';
  /** The record's part of the ETag header. */
  readonly tag: string;
  readonly permissions: PermissionsView;
}

/** How far the decisions are. */
export interface ReviewProgress {
  readonly undecided: number;
  readonly kept: number;
  readonly revoked: number;
}

/** An access review as answered. */
export interface AccessReviewView extends AccessReviewSummary {
  readonly progress: ReviewProgress;
}

export const reviewSummary = (
  { principal }: CallContext,
  stored: Stored<AccessReview>,
): AccessReviewSummary => {
  const { listedTo: _, reminders: __, ...review } = stored.record;
  const allowed = accessReviewActions(principal, stored.record);
  return {
    schemaVersion: '1.0',
    ...review,
    tag: recordTag(stored),
    permissions: permissionsView('access_review', review.accessReviewId, allowed),
  };
};

export const reviewView = async (
  records: RecordStore,
  context: CallContext,
  stored: Stored<AccessReview>,
): Promise<AccessReviewView> => {
  const { tenantId, accessReviewId } = stored.record;
  const is = { accessReviewId };
  const counts = await records.countBy(accessReviewItemKind, { tenantId }, 'decision', { is });
  const count = (decision: AccessReviewItem['decision']): number => counts.get(decision) ?? 0;
  return {
    ...reviewSummary(context, stored),
    progress: { undecided: count('none'), kept: count('keep'), revoked: count('revoke') },
  };
};

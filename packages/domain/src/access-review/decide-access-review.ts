import { type Decided, moved, noChange } from '../decided.js';
import { type Contributor, isOneOf } from '../four-eyes/contributor.js';
import type { Instant } from '../instant.js';
import { step } from '../machine/machine.js';
import { ok, type Result, refuse } from '../result.js';
import type { AccessReview, AccessReviewItem, ReviewDecision } from './access-review.js';
import { accessReviewMachine } from './access-review.machine.js';

/** Moves a review along its life cycle; repeating what ended it changes nothing. */
export const moveAccessReview = (
  review: AccessReview,
  on: 'open' | 'close' | 'cancel',
  now: Instant,
): Result<Decided<AccessReview>> => {
  if (on === 'cancel' && review.status === 'cancelled') return ok(noChange(review));
  const stepped = step(accessReviewMachine, review.status, on, {});
  if (!stepped.moved) return refuse('invalid_state');
  return ok(moved(review, { ...review, status: stepped.to, closedAt: on === 'open' ? null : now }));
};

/** A decision on one item. */
export interface ItemDecision {
  readonly decision: ReviewDecision;
  readonly by: Contributor;
  /** Everybody whose grant it is: none of them decides on it. */
  readonly holders: readonly Contributor[];
  readonly reasonCode: string;
  readonly reason: string | null;
  readonly now: Instant;
}

/**
 * Decides on one grant, by somebody else than who has it (docs/spec/access-reviews.md). Until the review closes a grant that was kept can
 * still be revoked; what was revoked stays so. Repeating a decision changes nothing.
 */
export const decideReviewItem = (
  { status }: AccessReview,
  item: AccessReviewItem,
  { decision, by, holders, reasonCode, reason, now }: ItemDecision,
): Result<Decided<AccessReviewItem>> => {
  if (!step(accessReviewMachine, status, 'decide', {}).moved) return refuse('invalid_state');
  if (isOneOf(holders, by)) return refuse('self_approval_forbidden');
  if (item.decision === decision) return ok(noChange(item));
  if (item.decision === 'revoke') return refuse('invalid_state');
  return ok(moved(item, { ...item, decision, decidedBy: by.actorId, decidedAt: now, reasonCode, reason }));
};

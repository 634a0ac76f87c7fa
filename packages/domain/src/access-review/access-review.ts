import type { Permission } from '../authorization/permissions.js';
import { addSeconds, epochMsOf, type Instant, instantOf } from '../instant.js';
import type { RoleBindingSubject } from '../role-binding/role-binding.js';
import type { AccessReviewStatus } from './access-review.machine.js';

/** The kinds of grant that a review can be about, and the permission that ends one. */
export const REVIEWED_KINDS = {
  role_binding: 'role_binding.disable',
  api_token: 'local_identity.manage',
  service_account: 'local_identity.manage',
  credential_binding: 'credential_binding.revoke',
} as const satisfies Readonly<Record<string, Permission>>;
export type ReviewedKind = keyof typeof REVIEWED_KINDS;

export const REVIEW_DECISIONS = ['keep', 'revoke'] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

/** Where the listing of a review's items has got to: the last one listed. */
export interface ListedTo {
  readonly kind: ReviewedKind;
  /** Where a credential binding is; "" for records of the tenant. */
  readonly environmentId: string;
  readonly resourceId: string;
}

/** What opens an access review. */
export interface AccessReviewDraft {
  readonly tenantId: string;
  readonly name: string;
  /** Null: the whole tenant. */
  readonly environmentId: string | null;
  readonly kinds: readonly ReviewedKind[];
  /** Users and groups. */
  readonly reviewers: readonly RoleBindingSubject[];
  readonly dueAt: Instant;
  /** What becomes of the grants that nobody decided on by then. */
  readonly whenUnanswered: ReviewDecision;
}

/** A campaign in which reviewers decide on each grant of a scope: keep it or revoke it (docs/spec/access-reviews.md). */
export interface AccessReview extends AccessReviewDraft {
  readonly accessReviewId: string;
  readonly status: AccessReviewStatus;
  readonly openedBy: string;
  readonly openedAt: Instant;
  /** Null: none yet. */
  readonly listedTo: ListedTo | null;
  /** How often the reviewers were reminded. */
  readonly reminders: number;
  /** When it was closed or cancelled; null until then. */
  readonly closedAt: Instant | null;
}

/** One grant under review, as it was when it was listed. */
export interface AccessReviewItem extends Omit<ListedTo, 'resourceId'> {
  readonly itemId: string;
  readonly accessReviewId: string;
  readonly tenantId: string;
  readonly resourceId: string;
  /** Who has the grant; of a credential binding, the user who owns it. */
  readonly subject: RoleBindingSubject;
  /** What it grants, in words. */
  readonly access: string;
  readonly decision: ReviewDecision | 'none';
  readonly decidedBy: string | null;
  readonly decidedAt: Instant | null;
  readonly reasonCode: string | null;
  readonly reason: string | null;
}

/** The record of a review that was just opened. */
export const newAccessReview = (
  draft: AccessReviewDraft,
  made: Pick<AccessReview, 'accessReviewId' | 'openedBy' | 'openedAt'>,
): AccessReview => ({
  ...draft,
  ...made,
  status: 'preparing',
  listedTo: null,
  reminders: 0,
  closedAt: null,
});

/** How many reminders are due by a time: one after half of the time, one a day before the end. */
export const remindersDue = ({ openedAt, dueAt }: AccessReview, now: Instant): number => {
  const half = instantOf((epochMsOf(openedAt) + epochMsOf(dueAt)) / 2);
  return [half, addSeconds(dueAt, -DAY_SECONDS)].filter((at) => openedAt < at && at <= now).length;
};

const DAY_SECONDS = 86_400;

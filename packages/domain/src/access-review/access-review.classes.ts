import { defineClasses } from '../redaction/classes.js';
import type { AccessReview, AccessReviewItem } from './access-review.js';

/** Field classes of an access review. */
export const accessReviewClasses = defineClasses<AccessReview>()({
  accessReviewId: 'public',
  tenantId: 'public',
  name: 'public',
  environmentId: 'public',
  kinds: 'public',
  reviewers: 'public',
  dueAt: 'public',
  whenUnanswered: 'public',
  status: 'public',
  openedBy: 'public',
  openedAt: 'public',
  listedTo: 'public',
  reminders: 'public',
  closedAt: 'public',
});

/** Field classes of one of its items: names and times of grants, nothing of a credential. */
export const accessReviewItemClasses = defineClasses<AccessReviewItem>()({
  itemId: 'public',
  accessReviewId: 'public',
  tenantId: 'public',
  kind: 'public',
  environmentId: 'public',
  resourceId: 'public',
  subject: 'public',
  access: 'public',
  decision: 'public',
  decidedBy: 'public',
  decidedAt: 'public',
  reasonCode: 'public',
  reason: 'public',
});

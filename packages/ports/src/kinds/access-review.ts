import type { AccessReview, AccessReviewItem } from '@govgate/domain';
import { subjectKey } from '@govgate/domain/internal';
import { defineKind, searchable, text } from '../record-kind.js';

/** Access reviews (docs/spec/access-reviews.md). */
export const accessReviewKind = defineKind<AccessReview>()({
  name: 'access_review',
  scoping: 'tenant',
  governed: true,
  idOf: (review) => review.accessReviewId,
  scopeOf: ({ tenantId }) => ({ tenantId }),
  attributes: {
    name: searchable((review: AccessReview) => [review.name, review.accessReviewId]),
    createdAt: text((review: AccessReview) => review.openedAt),
    status: text((review: AccessReview) => review.status),
    /** "" for the whole tenant. */
    environmentId: text((review: AccessReview) => review.environmentId ?? ''),
  },
  memberships: {
    reviewer: ({ reviewers }: AccessReview) =>
      reviewers.map(({ subjectType, subjectId }) => subjectKey(subjectType, subjectId)),
  },
  indexes: [['name'], ['createdAt'], ['status', 'createdAt']],
  lists: { filters: ['status', 'environmentId'] },
});

/** The grants under review, one item each. */
export const accessReviewItemKind = defineKind<AccessReviewItem>()({
  name: 'access_review_item',
  scoping: 'tenant',
  governed: true,
  idOf: (item) => item.itemId,
  scopeOf: ({ tenantId }) => ({ tenantId }),
  attributes: {
    /** Whose grant it is. */
    name: searchable(({ subject, resourceId, itemId }: AccessReviewItem) => [
      subject.subjectId,
      resourceId,
      itemId,
    ]),
    accessReviewId: text((item: AccessReviewItem) => item.accessReviewId),
    kind: text((item: AccessReviewItem) => item.kind),
    decision: text((item: AccessReviewItem) => item.decision),
  },
  indexes: [
    ['accessReviewId', 'decision'],
    ['accessReviewId', 'name'],
  ],
  lists: { filters: ['accessReviewId'] },
});

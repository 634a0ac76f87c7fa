import type { ReadAccessReviewResponse as AccessReview } from '@govgate/client';
import { ReviewItems } from './review-items.js';
import { ReviewReport } from './review-report.js';

/** The grants of an access review, and its report. */
export const ReviewParts = ({ record }: { readonly record: AccessReview }) => (
  <>
    {record.status !== 'preparing' && <ReviewItems review={record} />}
    <ReviewReport review={record} />
  </>
);

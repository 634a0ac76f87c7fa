import { ok } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { type AccessReviewView, reviewView } from './access-review-view.js';
import { type AccessReviewRef, loadAccessReview } from './load-access-review.js';

/** Reads an access review with how far it is. Its reviewers may read it too. */
export const makeReadAccessReview =
  ({ records }: Pick<Ports, 'records'>): UseCase<AccessReviewRef, AccessReviewView> =>
  async (context, input) => {
    const loaded = await loadAccessReview(records, context, { ...input, permission: 'access_review.read' });
    return loaded.ok ? ok(await reviewView(records, context, loaded.value)) : loaded;
  };

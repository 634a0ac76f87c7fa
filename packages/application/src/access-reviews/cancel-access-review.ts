import { ok } from '@govgate/domain';
import { moveAccessReview } from '@govgate/domain/internal';
import { accessReviewKind } from '@govgate/ports';
import { auditEvent } from '../call/audit-event.js';
import type { ChangeDeps } from '../call/change-record.js';
import type { UseCase } from '../call/context.js';
import { decideAndCommit } from '../call/decide-and-commit.js';
import { lockKey } from '../call/key-lock.js';
import { afterWrite, checkIfMatch } from '../call/record-tag.js';
import { type AccessReviewView, reviewView } from './access-review-view.js';
import { type AccessReviewRef, loadAccessReview } from './load-access-review.js';

export interface CancelAccessReviewInput extends AccessReviewRef {
  readonly reasonCode: string;
  readonly reason?: string | undefined;
}

/** Cancels an access review: what was decided stays, and nothing more is. */
export const makeCancelAccessReview =
  (deps: ChangeDeps): UseCase<CancelAccessReviewInput, AccessReviewView> =>
  (context, { reasonCode, reason, ...ref }) =>
    decideAndCommit(deps, context, {
      lock: lockKey(accessReviewKind, ref, ref.accessReviewId),
      admit: () => loadAccessReview(deps.records, context, { ...ref, permission: 'access_review.manage' }),
      decide: async (stored) => {
        const matches = checkIfMatch(context, stored);
        if (!matches.ok) return matches;
        const decided = moveAccessReview(stored.record, 'cancel', deps.clock.now());
        if (!decided.ok) return decided;
        if (decided.value.kind === 'no_change')
          return ok({ output: await reviewView(deps.records, context, stored) });
        const { record, changedFields } = decided.value;
        const event = auditEvent(deps, context, {
          eventType: 'access_review.cancelled',
          action: 'cancel',
          environmentId: record.environmentId,
          resourceId: record.accessReviewId,
          reasonCode,
          reason,
          changedFields,
          moved: [stored.record, record],
        });
        return ok({
          commit: {
            changes: [{ kind: accessReviewKind, record, expectedVersion: stored.version }],
            audit: [event],
          },
          output: await reviewView(deps.records, context, afterWrite(stored, record)),
        });
      },
    });

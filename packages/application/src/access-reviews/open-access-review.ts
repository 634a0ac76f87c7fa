import {
  type AccessReview,
  authorize,
  type GrantScope,
  ok,
  type Principal,
  type Result,
  refuse,
} from '@govgate/domain';
import {
  type AccessReviewDraft,
  holdsGrantIn,
  holdsInScope,
  newAccessReview,
  REVIEWED_KINDS,
  type ReviewedKind,
  subjectKey,
} from '@govgate/domain/internal';
import { accessReviewKind, groupKind, type RecordStore, userKind } from '@govgate/ports';
import { auditEvent } from '../call/audit-event.js';
import type { ChangeDeps } from '../call/change-record.js';
import type { CallContext, UseCase } from '../call/context.js';
import { decideAndCommit } from '../call/decide-and-commit.js';
import { afterWrite } from '../call/record-tag.js';
import { type AccessReviewView, reviewView } from './access-review-view.js';

export interface OpenAccessReviewInput extends AccessReviewDraft {
  readonly reasonCode?: string | undefined;
}

/** Reviews of a tenant that are not over: each lists every grant of its scope. */
const MOST_AT_ONCE = 20;

/**
 * Opens a review of the grants in a scope. Their items are listed afterwards, by `makeConductAccessReviews`. A review can take no more than
 * its opener could: for each kind they need the permission that ends one.
 */
export const makeOpenAccessReview =
  (deps: ChangeDeps): UseCase<OpenAccessReviewInput, AccessReviewView> =>
  (context, { reasonCode, ...draft }) =>
    decideAndCommit(deps, context, {
      admit: () => admit(context, draft),
      decide: async () => {
        const faulty = await faultOf(deps, draft);
        if (!faulty.ok) return faulty;
        const made = {
          accessReviewId: deps.ids.mint('accessReview'),
          openedBy: context.principal.actorId,
          openedAt: deps.clock.now(),
        };
        const kinds = ORDER.filter((kind) => draft.kinds.includes(kind));
        const record = newAccessReview({ ...draft, kinds, reviewers: eachOnce(draft.reviewers) }, made);
        return ok({
          commit: {
            changes: [{ kind: accessReviewKind, record, expectedVersion: null }],
            audit: [auditEvent(deps, context, { ...openedFacts(record), reasonCode })],
          },
          output: await reviewView(deps.records, context, afterWrite(undefined, record)),
        });
      },
    });

const admit = ({ principal }: CallContext, draft: AccessReviewDraft): Result<undefined> => {
  const { tenantId, environmentId, kinds } = draft;
  if (principal.tenantId !== tenantId) return refuse('scope_forbidden');
  if (environmentId !== null && !holdsGrantIn(principal, environmentId)) return refuse('scope_forbidden');
  const target = { tenantId, environmentId, resourceId: null, ownerTeam: null };
  const may =
    authorize(principal, 'access_review.manage', target) && mayEndAll(principal, environmentId, kinds);
  return may ? ok(undefined) : refuse('permission_denied');
};

const mayEndAll = (
  principal: Principal,
  environmentId: string | null,
  kinds: readonly ReviewedKind[],
): boolean => {
  const scope: GrantScope =
    environmentId === null ? { scopeType: 'tenant' } : { scopeType: 'environment', environmentId };
  return kinds.every((kind) => holdsInScope(principal, REVIEWED_KINDS[kind], scope));
};

const ORDER = Object.keys(REVIEWED_KINDS) as ReviewedKind[];

const eachOnce = (reviewers: AccessReviewDraft['reviewers']): AccessReviewDraft['reviewers'] => [
  ...new Map(reviewers.map((one) => [subjectKey(one.subjectType, one.subjectId), one])).values(),
];

/** The kinds whose records are in an environment. */
const IN_ENVIRONMENTS: ReadonlySet<ReviewedKind> = new Set(['role_binding', 'credential_binding']);

const faultOf = async (
  { records, clock }: ChangeDeps,
  { tenantId, environmentId, kinds, reviewers, dueAt }: AccessReviewDraft,
): Promise<Result<undefined>> => {
  if (environmentId !== null && !kinds.every((kind) => IN_ENVIRONMENTS.has(kind)))
    return refuse('invalid_request', 'kinds');
  if (dueAt <= clock.now()) return refuse('invalid_request', 'due_at');
  if (!(await areThere(records, tenantId, reviewers))) return refuse('unknown_reference', 'reviewers');
  const is = { status: ['preparing', 'open'] };
  const current = await records.count(accessReviewKind, { tenantId }, { is });
  return current < MOST_AT_ONCE ? ok(undefined) : refuse('limit_exceeded');
};

const areThere = async (
  records: RecordStore,
  tenantId: string,
  reviewers: AccessReviewDraft['reviewers'],
): Promise<boolean> => {
  const found = await Promise.all(
    reviewers.map(({ subjectType, subjectId }) =>
      records.get(subjectType === 'group' ? groupKind : userKind, { tenantId }, subjectId),
    ),
  );
  return found.every((stored) => stored?.record.disabledAt === null);
};

const openedFacts = ({ accessReviewId, environmentId, reviewers }: AccessReview) =>
  ({
    eventType: 'access_review.opened',
    action: 'open',
    environmentId,
    resourceId: accessReviewId,
    changedFields: ['dueAt', 'environmentId', 'kinds', 'name', 'reviewers', 'whenUnanswered'],
    relatedIds: reviewers.map(({ subjectId }) => subjectId),
  }) as const;

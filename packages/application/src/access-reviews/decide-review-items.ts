import {
  type AccessReview,
  type AccessReviewItem,
  type AuditEvent,
  ok,
  type Result,
  refuse,
} from '@govgate/domain';
import { contributorOf, decideReviewItem, type ReviewDecision } from '@govgate/domain/internal';
import {
  accessReviewItemKind,
  accessReviewKind,
  type CommitBatch,
  type Stored,
  type Tenant,
  tenantKind,
} from '@govgate/ports';
import { auditEvent } from '../call/audit-event.js';
import type { CallContext, UseCase } from '../call/context.js';
import { type Decision, decideAndCommit } from '../call/decide-and-commit.js';
import { lockKey } from '../call/key-lock.js';
import { onceAllowed } from '../call/once-allowed.js';
import { preconditionOf } from '../call/precondition-of.js';
import { readGuard } from '../role-bindings/tenant-guard.js';
import { type EndDeps, endGrant } from './end-grant.js';
import { holdersOf } from './grant-holders.js';
import { type AccessReviewRef, loadAccessReview } from './load-access-review.js';
import { itemViewsIn, type ReviewItemView } from './review-item-view.js';

/** What a reviewer decides on one item. */
export interface GivenDecision {
  readonly itemId: string;
  readonly decision: ReviewDecision;
  readonly reasonCode: string;
  readonly reason?: string | undefined;
}

export interface DecideReviewItemsInput extends AccessReviewRef {
  readonly decisions: readonly GivenDecision[];
}

/** The items as they are now, in the order of the decisions. */
export interface DecidedItems {
  readonly schemaVersion: '1.0';
  readonly accessReviewId: string;
  readonly items: readonly ReviewItemView[];
}

/**
 * Decides on items of an access review, one commit each: a grant ends in the commit that records the decision. The first that is refused ends
 * the call; those before it stay decided, and repeating the call is safe.
 */
export const makeDecideReviewItems =
  (deps: EndDeps): UseCase<DecideReviewItemsInput, DecidedItems> =>
  (context, input) =>
    onceAllowed(
      context,
      () => loadAccessReview(deps.records, context, { ...input, permission: 'decide' }),
      () => decideEach(deps, context, input),
    );

const decideEach = async (
  deps: EndDeps,
  context: CallContext,
  { decisions, ...ref }: DecideReviewItemsInput,
): Promise<Result<DecidedItems>> => {
  const { accessReviewId } = ref;
  const { repeatable: _, ...unkept } = context;
  let answer: DecidedItems = { schemaVersion: '1.0', accessReviewId, items: [] };
  for (const [index, given] of decisions.entries()) {
    const before = answer;
    // The last commit keeps the answer for a repeated Idempotency-Key.
    const decided = await decideItem(deps, index === decisions.length - 1 ? context : unkept, {
      ref,
      given,
      // Who has decided on a grant does not hold it.
      answer: (item, review) => ({
        ...before,
        items: [...before.items, itemViewsIn(context, review)(item, [])],
      }),
    });
    if (!decided.ok) return refuse(decided.refusal.reasonCode, `decisions.${index}.item_id`);
    answer = decided.value;
  }
  return ok(answer);
};

/** One decision, and what to answer about its item. */
export interface ItemToDecide<Output> {
  readonly ref: AccessReviewRef;
  readonly given: GivenDecision;
  /** The time for it is over: the service decides, unless somebody has. */
  readonly isDue?: boolean;
  readonly answer: (item: AccessReviewItem, review: AccessReview) => Output;
}

interface LoadedItem {
  readonly guard: Stored<Tenant> | undefined;
  readonly review: Stored<AccessReview>;
  readonly item: Stored<AccessReviewItem> | undefined;
}

/** Decides on one item. What ends a grant goes through the tenant's record, like every withdrawal (`readGuard`). */
export const decideItem = <Output>(
  deps: EndDeps,
  context: CallContext,
  toDecide: ItemToDecide<Output>,
): Promise<Result<Output>> => {
  const { tenantId } = toDecide.ref;
  const { itemId, decision } = toDecide.given;
  return decideAndCommit(deps, context, {
    lock:
      decision === 'revoke'
        ? lockKey(tenantKind, { tenantId })
        : lockKey(accessReviewItemKind, { tenantId }, itemId),
    admit: () => find(deps, context, toDecide),
    decide: (found, tried) => decide(deps, context, { ...toDecide, ...found, tried }),
  });
};

const find = async <Output>(
  { records }: EndDeps,
  context: CallContext,
  { ref, given: { itemId } }: ItemToDecide<Output>,
): Promise<Result<LoadedItem>> => {
  const { tenantId, accessReviewId } = ref;
  const guard = await readGuard(records, tenantId);
  const review = await loadAccessReview(records, context, { ...ref, permission: 'decide' });
  if (!review.ok) return review;
  const item = await records.get(accessReviewItemKind, { tenantId }, itemId);
  const isOfReview = item?.record.accessReviewId === accessReviewId;
  return ok({ guard, review: review.value, item: isOfReview ? item : undefined });
};

const decide = async <Output>(
  deps: EndDeps,
  context: CallContext,
  {
    given,
    isDue,
    answer,
    guard,
    review,
    item,
    tried,
  }: ItemToDecide<Output> & LoadedItem & { readonly tried: number },
): Promise<Result<Decision<Output>>> => {
  if (item === undefined || guard === undefined) return refuse('not_found');
  const unchanged = { output: answer(item.record, review.record) };
  if (isDue && item.record.decision !== 'none') return ok(unchanged);
  const { decision, reasonCode, reason } = given;
  const now = deps.clock.now();
  const decided = decideReviewItem(review.record, item.record, {
    decision,
    by: contributorOf(context.principal),
    // The service is nobody, even where somebody is called like it.
    holders: isDue ? [] : await holdersOf(deps.records, item.record, { caller: context.principal, now }),
    reasonCode,
    reason: reason ?? null,
    now,
  });
  if (!decided.ok) return decided;
  if (decided.value.kind === 'no_change') return ok(unchanged);
  const grant = { item: item.record, guard, reasonCode, reason, tried };
  const ended = decision === 'revoke' ? await endGrant(deps, context, grant) : ok(undefined);
  if (!ended.ok) return ended;
  const { record, changedFields } = decided.value;
  const event = decidedEvent(deps, context, { review: review.record, record, changedFields });
  return ok({
    commit: withDecision(ended.value, { review, item, record, event }),
    output: answer(record, review.record),
  });
};

const decidedEvent = (
  deps: EndDeps,
  context: CallContext,
  {
    review: { accessReviewId, environmentId },
    record: { itemId, resourceId, subject, reasonCode, reason },
    changedFields,
  }: {
    readonly review: AccessReview;
    readonly record: AccessReviewItem;
    readonly changedFields: readonly string[];
  },
): AuditEvent =>
  auditEvent(deps, context, {
    eventType: 'access_review.decided',
    action: 'decide',
    environmentId,
    resourceId: accessReviewId,
    reasonCode: reasonCode ?? undefined,
    reason,
    changedFields,
    relatedIds: [itemId, resourceId, subject.subjectId],
    subjectType: subject.subjectType,
  });

// Based on the review as it was read, so that nothing is decided in one that closes meanwhile.
const withDecision = (
  ended: CommitBatch | undefined,
  {
    review,
    item,
    record,
    event,
  }: {
    readonly review: Stored<AccessReview>;
    readonly item: Stored<AccessReviewItem>;
    readonly record: AccessReviewItem;
    readonly event: AuditEvent;
  },
): CommitBatch => ({
  ...ended,
  changes: [{ kind: accessReviewItemKind, record, expectedVersion: item.version }, ...(ended?.changes ?? [])],
  preconditions: [preconditionOf(accessReviewKind, review), ...(ended?.preconditions ?? [])],
  audit: [event, ...(ended?.audit ?? [])],
});

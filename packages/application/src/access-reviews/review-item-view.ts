import type { AccessReview, AccessReviewItem } from '@govgate/domain';
import {
  accessReviewActions,
  type Contributor,
  contributorOf,
  decideReviewItem,
  REVIEW_DECISIONS,
  subjectKey,
} from '@govgate/domain/internal';
import type { RecordStore } from '@govgate/ports';
import { type PermissionsView, permissionsView } from '../call/allowed.js';
import type { CallContext } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { holdersOf } from './grant-holders.js';

/** A grant under review as answered, with what the caller may decide on it now. */
export type ReviewItemView = Omit<AccessReviewItem, 'tenantId' | 'environmentId'> & {
  readonly environmentId: string | null;
  readonly permissions: PermissionsView;
};

/** Items as answered to a caller who may read the review. Whose grants they are is found out once for each subject. */
export const itemViews = async (
  { records, clock }: Pick<Ports, 'records' | 'clock'>,
  context: CallContext,
  { review, items }: { readonly review: AccessReview; readonly items: readonly AccessReviewItem[] },
): Promise<readonly ReviewItemView[]> => {
  const { principal } = context;
  if (!accessReviewActions(principal, review).includes('decide'))
    return items.map((item) => viewWith(item, []));
  const holders = holdersBySubject(records, { caller: principal, now: clock.now() });
  const viewOf = itemViewsIn(context, review);
  return Promise.all(items.map(async (item) => viewOf(item, await holders(item))));
};

/** Items on which the caller may decide, unless they are one of the holders: what would be refused, or changes nothing, is not allowed. */
export const itemViewsIn =
  ({ principal }: CallContext, review: AccessReview) =>
  (item: AccessReviewItem, holders: readonly Contributor[]): ReviewItemView => {
    const by = contributorOf(principal);
    const allowed = REVIEW_DECISIONS.filter((decision) => {
      const made = { decision, by, holders, reasonCode: '', reason: null, now: review.openedAt };
      const decided = decideReviewItem(review, item, made);
      return decided.ok && decided.value.kind === 'moved';
    });
    return viewWith(item, allowed);
  };

const holdersBySubject = (records: RecordStore, seen: Parameters<typeof holdersOf>[2]) => {
  const found = new Map<string, ReturnType<typeof holdersOf>>();
  return (item: AccessReviewItem): ReturnType<typeof holdersOf> => {
    const key = subjectKey(item.subject.subjectType, item.subject.subjectId);
    const holders = found.get(key) ?? holdersOf(records, item, seen);
    found.set(key, holders);
    return holders;
  };
};

const viewWith = (
  { tenantId: _, environmentId, ...item }: AccessReviewItem,
  allowed: readonly string[],
): ReviewItemView => ({
  ...item,
  environmentId: environmentId === '' ? null : environmentId,
  permissions: permissionsView('access_review', item.itemId, allowed),
});

import type { AccessReview, AccessReviewItem, AuditEvent } from '@govgate/domain';
import { type ListedTo, moveAccessReview, remindersDue } from '@govgate/domain/internal';
import {
  accessReviewItemKind,
  accessReviewKind,
  type CommitBatch,
  type JobHandler,
  type StopSignal,
  type Stored,
  type Tenant,
  tenantKind,
} from '@govgate/ports';
import { type AuditFacts, auditEventBy, systemCaller } from '../call/audit-event.js';
import type { Ports } from '../call/ports.js';
import { worker } from '../identity/operator.js';
import { everyRecord } from '../paging/every-record.js';
import { decideItem } from './decide-review-items.js';
import type { EndDeps } from './end-grant.js';
import { pageOfGrants, placesOf, type ReviewedGrant } from './reviewed-grants.js';

type Deps = EndDeps & Pick<Ports, 'timer'>;

/** Items listed in one commit, and read at a time. */
const TOGETHER = 100;

/** A review as it was read, and the tenant it is in. */
interface Current {
  readonly tenant: Tenant;
  readonly review: Stored<AccessReview>;
}

/**
 * Does what access reviews take by time: lists the grants of those just opened, reminds reviewers, and ends those that are due. It continues
 * where an earlier run was killed; where two processes do it at once, one of them leaves it to the other.
 */
export const makeConductAccessReviews =
  (deps: Deps): JobHandler['run'] =>
  async (_, stop) => {
    for await (const { record: tenant } of deps.records.all(tenantKind)) {
      const query = { where: { is: { status: ['preparing', 'open'] } }, most: Number.POSITIVE_INFINITY };
      const { tenantId } = tenant;
      for (const review of await everyRecord(deps, accessReviewKind, { tenantId }, query))
        if (!stop.aborted) await conduct(deps, { tenant, review }, stop);
    }
  };

const conduct = async (deps: Deps, current: Current, stop: StopSignal): Promise<void> => {
  const { record } = current.review;
  const now = deps.clock.now();
  if (record.status === 'preparing') await listAll(deps, current, stop);
  else if (record.dueAt <= now) await close(deps, current, stop);
  else if (remindersDue(record, now) > record.reminders) await remind(deps, current);
};

const listAll = async (deps: Deps, { tenant, review }: Current, stop: StopSignal): Promise<void> => {
  let current: Stored<AccessReview> | undefined = review;
  while (current?.record.status === 'preparing' && !stop.aborted) {
    current = await listSome(deps, tenant, current);
    await deps.timer.wait(0);
  }
};

/** Lists some items, and says in the same commit how far that is; undefined: another process was faster. */
const listSome = async (
  deps: Deps,
  tenant: Tenant,
  { record: review, version }: Stored<AccessReview>,
): Promise<Stored<AccessReview> | undefined> => {
  const { items, listedTo } = await readSome(deps, tenant, review);
  const listed = { ...review, listedTo };
  const opened = listedTo === null ? moveAccessReview(listed, 'open', deps.clock.now()) : undefined;
  const record = opened?.ok ? opened.value.record : listed;
  const event = eventOf(deps, review, {
    eventType: 'access_review.listed',
    action: 'list',
    reason: `${items.length} grants`,
    moved: [review, record],
  });
  const changes = items.map((item) => ({ kind: accessReviewItemKind, record: item, expectedVersion: null }));
  return put(deps, { record, version }, { changes, audit: [event] });
};

/** The next items, and how far they are; null: these were the last. */
interface Listing {
  readonly items: readonly AccessReviewItem[];
  readonly listedTo: ListedTo | null;
}

const readSome = async (deps: Deps, tenant: Tenant, review: AccessReview): Promise<Listing> => {
  const places = placesOf(review, tenant.environments);
  const [first] = places;
  if (first === undefined) return { items: [], listedTo: null };
  const { kind, environmentId, resourceId } = review.listedTo ?? { ...first, resourceId: '' };
  const { tenantId } = review;
  const query = { kind, environmentId, resourceId, tenantId, now: deps.clock.now(), limit: TOGETHER };
  const { grants, more } = await pageOfGrants(deps.records, query);
  const items = grants.map((grant) => itemOf(deps, review, { kind, environmentId, ...grant }));
  const last = grants.at(-1);
  if (more && last !== undefined)
    return { items, listedTo: { kind, environmentId, resourceId: last.resourceId } };
  const at = places.findIndex((place) => place.kind === kind && place.environmentId === environmentId);
  const next = at === -1 ? undefined : places[at + 1];
  return { items, listedTo: next === undefined ? null : { ...next, resourceId: '' } };
};

const itemOf = (
  { ids }: Deps,
  { tenantId, accessReviewId }: AccessReview,
  grant: ReviewedGrant & ListedTo,
): AccessReviewItem => ({
  ...grant,
  itemId: ids.mint('reviewItem'),
  accessReviewId,
  tenantId,
  decision: 'none',
  decidedBy: null,
  decidedAt: null,
  reasonCode: null,
  reason: null,
});

const remind = async (deps: Deps, { review: { record: review, version } }: Current): Promise<void> => {
  const reminders = remindersDue(review, deps.clock.now());
  const { tenantId, accessReviewId } = review;
  const is = { accessReviewId, decision: 'none' };
  const open = await deps.records.count(accessReviewItemKind, { tenantId }, { is });
  const [first, ...others] =
    open === 0
      ? []
      : review.reviewers.map(({ subjectType, subjectId }) =>
          eventOf(deps, review, {
            eventType: 'access_review.reminded',
            action: 'remind',
            reason: `${open} grants undecided, due at ${review.dueAt}`,
            relatedIds: [subjectId],
            subjectType,
          }),
        );
  if (first === undefined) return;
  await put(deps, { record: { ...review, reminders }, version }, { changes: [], audit: [first, ...others] });
};

const close = async (deps: Deps, { tenant, review }: Current, stop: StopSignal): Promise<void> => {
  const { record, version } = review;
  if (record.whenUnanswered === 'revoke' && !(await revokeUnanswered(deps, { tenant, review }, stop))) return;
  const closed = moveAccessReview(record, 'close', deps.clock.now());
  if (!closed.ok) return;
  const event = eventOf(deps, record, {
    eventType: 'access_review.closed',
    action: 'close',
    reasonCode: 'due',
    moved: [record, closed.value.record],
  });
  await put(deps, { record: closed.value.record, version }, { changes: [], audit: [event] });
};

/** Revokes what nobody decided on; false: something is left for the next round. */
const revokeUnanswered = async (
  deps: Deps,
  { tenant, review: { record } }: Current,
  stop: StopSignal,
): Promise<boolean> => {
  const { tenantId, accessReviewId } = record;
  const where = { is: { accessReviewId, decision: 'none' } };
  for (;;) {
    const { items } = await deps.records.page(accessReviewItemKind, { tenantId }, { where, limit: TOGETHER });
    if (items.length === 0) return true;
    for (const {
      record: { itemId },
    } of items)
      if (stop.aborted || !(await revokeUnlessLast(deps, tenant, { tenantId, accessReviewId, itemId })))
        return false;
  }
};

/** The last administrator's grant is kept, and the item says so. */
const revokeUnlessLast = async (
  deps: Deps,
  tenant: Tenant,
  { itemId, ...ref }: Pick<AccessReviewItem, 'tenantId' | 'accessReviewId' | 'itemId'>,
): Promise<boolean> => {
  const context = { ...worker(tenant), requestId: deps.ids.mint('request'), correlationId: null };
  const shared = { ref, isDue: true, answer: () => undefined };
  const given = { itemId, decision: 'revoke', reasonCode: 'unanswered' } as const;
  const revoked = await decideItem(deps, context, { ...shared, given });
  if (revoked.ok || revoked.refusal.reasonCode !== 'last_security_admin') return revoked.ok;
  const kept = { itemId, decision: 'keep', reasonCode: 'last_security_admin' } as const;
  return (await decideItem(deps, context, { ...shared, given: kept })).ok;
};

const eventOf = (
  deps: Deps,
  { tenantId, accessReviewId, environmentId }: AccessReview,
  facts: Omit<AuditFacts, 'environmentId' | 'resourceId'>,
): AuditEvent =>
  auditEventBy(deps, systemCaller('worker', tenantId, deps.ids.mint('request')), {
    ...facts,
    environmentId,
    resourceId: accessReviewId,
  });

const put = async (
  { unitOfWork }: Deps,
  { record, version }: Stored<AccessReview>,
  { changes: others, audit }: Pick<CommitBatch, 'changes' | 'audit'>,
): Promise<Stored<AccessReview> | undefined> => {
  const changes = [{ kind: accessReviewKind, record, expectedVersion: version }, ...others];
  const { committed } = await unitOfWork.commit({ changes, audit });
  return committed ? { record, version: version + 1 } : undefined;
};

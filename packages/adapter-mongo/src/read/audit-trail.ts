import { type ChainHead, compareText, EMPTY_CHAIN } from '@govgate/domain';
import {
  type AuditFilter,
  type AuditPage,
  type AuditPageQuery,
  type AuditTrail,
  EVENT_BATCH,
  isMostlyMatched,
} from '@govgate/ports';
import type { ClientSession, FindOptions } from 'mongodb';
import type { Collections } from '../kinds/collections.js';
import { EVENT, NOTE, TENANT_HEAD } from '../kinds/documents.js';
import { tenantHeadOf } from '../kinds/heads.js';
import { tenantHeadKey } from '../kinds/keys.js';
import { TRAIL_KEYS, trailHint } from '../kinds/trail-hint.js';
import { auditFilterOf, EVENT_FIELDS, eventOf, storedEventOf } from './audit-document.js';
import { mongoCheckpoints } from './checkpoints.js';
import { mongoEventsByResource } from './events-by-resource.js';
import { ONE_READ, type Reader } from './reader.js';
import { firstSequenceOf, mongoSealing } from './sealed-events.js';
import { typed } from './where-filter.js';

/** Reads of the audit trail and its companions. */
export const mongoAuditTrail = (collections: Collections, reader: Reader): AuditTrail => ({
  ...mongoCheckpoints(collections, reader),
  page: (tenantId, query) => reader.snapshot((session) => pageOf(collections, tenantId, query, session)),
  find: (tenantId, auditEventId) =>
    reader.read(async () => {
      const found = await collections.audit.findOne(
        { _id: typed(auditEventId), [EVENT.tenantId]: typed(tenantId) },
        { ...ONE_READ, projection: EVENT_FIELDS },
      );
      return found === null ? undefined : eventOf(found);
    }),
  stored: (tenantId, afterSequence) =>
    reader.batches(
      () =>
        collections.audit
          .find(
            {
              [EVENT.tenantId]: typed(tenantId),
              ...(afterSequence === undefined ? {} : { [EVENT.sequence]: { $gt: typed(afterSequence) } }),
            },
            { batchSize: EVENT_BATCH },
          )
          .sort({ [EVENT.sequence]: 1 }),
      storedEventOf,
    ),
  ...mongoSealing(collections, reader),
  ...mongoEventsByResource(collections, reader),
  head: (tenantId) =>
    reader.read(async () => {
      const found = await collections.heads.findOne({ _id: tenantHeadKey(tenantId) }, ONE_READ);
      if (found === null) return { ...EMPTY_CHAIN };
      const { sequence, hash } = tenantHeadOf(found);
      return { sequence, hash };
    }),
  tenants: () =>
    reader.read(async () => {
      const named = await Promise.all([
        collections.heads.distinct(TENANT_HEAD.tenantId, { [TENANT_HEAD.sequence]: { $gt: 0 } }, ONE_READ),
        collections.audit.distinct(EVENT.tenantId, {}, ONE_READ),
        collections.notes.distinct(NOTE.tenantId, {}, ONE_READ),
      ]);
      return [...new Set(named.flat())].sort(compareText);
    }),
});

const headOf = async ({ heads }: Collections, tenantId: string, how: FindOptions): Promise<ChainHead> => {
  const found = await heads.findOne({ _id: tenantHeadKey(tenantId) }, how);
  if (found === null) return { ...EMPTY_CHAIN };
  const { sequence, hash } = tenantHeadOf(found);
  return { sequence, hash };
};

const pageOf = async (
  collections: Collections,
  tenantId: string,
  { filter: wanted, direction, afterSequence, limit }: AuditPageQuery,
  session: ClientSession,
): Promise<AuditPage> => {
  const filter = auditFilterOf(tenantId, wanted);
  const beyond = direction === 'asc' ? '$gt' : '$lt';
  const behind = afterSequence === undefined ? {} : { [EVENT.sequence]: { [beyond]: typed(afterSequence) } };
  const found = await collections.audit
    .find(
      { ...filter, ...behind },
      { session, projection: EVENT_FIELDS, batchSize: limit + 2, ...trailHint(wanted) },
    )
    .sort({ [EVENT.sequence]: direction === 'asc' ? 1 : -1 })
    .limit(limit + 1)
    .toArray();
  const more = found.length > limit;
  const isWhole = !more && afterSequence === undefined;
  return {
    items: found.slice(0, limit).map(eventOf),
    totalCount: isWhole ? found.length : await countEvents(collections, tenantId, wanted, session),
    more,
  };
};

const countEvents = async (
  collections: Collections,
  tenantId: string,
  wanted: AuditFilter,
  session: ClientSession,
): Promise<number> => {
  if (Object.values(wanted).every((value) => value === undefined))
    return countAll(collections, tenantId, session);
  if (!isMostlyMatched(wanted))
    return collections.audit.countDocuments(auditFilterOf(tenantId, wanted), {
      session,
      ...trailHint(wanted),
    });
  const { outcome: _, ...others } = wanted;
  const all = await countEvents(collections, tenantId, others, session);
  const failures = { ...auditFilterOf(tenantId, others), [EVENT.outcome]: { $ne: 'success' } };
  const hint = TRAIL_KEYS.outcome;
  return all - (await collections.audit.countDocuments(failures, { session, hint }));
};

// Sequences have no gaps, so the head and the first event give the count.
const countAll = async (
  collections: Collections,
  tenantId: string,
  session: ClientSession,
): Promise<number> => {
  const next = (await headOf(collections, tenantId, { session })).sequence + 1;
  return next - ((await firstSequenceOf(collections, tenantId, { session })) ?? next);
};

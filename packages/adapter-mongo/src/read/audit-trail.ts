import { compareText, EMPTY_CHAIN, readAuditText } from '@govgate/domain';
import { type AuditPage, type AuditPageQuery, type AuditTrail, EVENT_BATCH } from '@govgate/ports';
import type { ClientSession, Collection } from 'mongodb';
import type { Collections } from '../kinds/collections.js';
import type { AuditDocument, TenantHeadDocument } from '../kinds/documents.js';
import { tenantHeadKey } from '../kinds/keys.js';
import { OF_RESOURCE, trailHint } from '../kinds/trail-hint.js';
import { auditFilterOf, storedEventOf } from './audit-document.js';
import { mongoCheckpoints } from './checkpoints.js';
import { ONE_READ, type Reader } from './reader.js';
import { mongoSealing } from './sealed-events.js';
import { typed } from './where-filter.js';

/** Reads of the audit trail, and what is kept beside it. */
export const mongoAuditTrail = (collections: Collections, reader: Reader): AuditTrail => ({
  ...mongoCheckpoints(collections, reader),
  page: (tenantId, query) =>
    reader.snapshot((session) => pageOf(collections.audit, tenantId, query, session)),
  find: (tenantId, auditEventId) =>
    reader.read(async () => {
      const found = await collections.audit.findOne(
        { _id: typed(auditEventId), t: typed(tenantId) },
        { ...ONE_READ, projection: { _id: 0, x: 1, h: 1 } },
      );
      return found === null ? undefined : readAuditText(found.x, found.h);
    }),
  stored: (tenantId, afterSequence) =>
    reader.batches(
      () =>
        collections.audit
          .find(
            {
              t: typed(tenantId),
              ...(afterSequence === undefined ? {} : { s: { $gt: typed(afterSequence) } }),
            },
            { batchSize: EVENT_BATCH },
          )
          .sort({ s: 1 }),
      storedEventOf,
    ),
  ...mongoSealing(collections, reader),
  head: (tenantId) =>
    reader.read(async () => {
      const head = (await collections.heads.findOne(
        { _id: tenantHeadKey(tenantId) },
        ONE_READ,
      )) as TenantHeadDocument | null;
      return head === null ? { ...EMPTY_CHAIN } : { sequence: head.s, hash: head.h };
    }),
  countByResource: (tenantId, { resourceIds, ...query }) =>
    reader.read(async () => {
      const counts = await collections.audit
        .aggregate<{ _id: string; n: number }>(
          [
            { $match: { ...auditFilterOf(tenantId, query), ri: { $in: resourceIds.map(typed) } } },
            { $group: { _id: '$ri', n: { $sum: 1 } } },
          ],
          { ...ONE_READ, hint: OF_RESOURCE },
        )
        .toArray();
      return new Map(counts.map(({ _id, n }) => [_id, n]));
    }),
  tenants: () =>
    reader.read(async () => {
      const heads = (await collections.heads
        .find({ t: { $gte: '' } }, ONE_READ)
        .sort({ t: 1 })
        .toArray()) as TenantHeadDocument[];
      const named = heads.filter(({ s }) => s > 0).map(({ t }) => t);
      const left = await Promise.all(
        [collections.audit, collections.notes].map((one) => one.distinct('t', {}, ONE_READ)),
      );
      return [...new Set([...named, ...(left.flat() as string[])])].sort(compareText);
    }),
});

const pageOf = async (
  audit: Collection<AuditDocument>,
  tenantId: string,
  { filter: wanted, direction, afterSequence, limit }: AuditPageQuery,
  session: ClientSession,
): Promise<AuditPage> => {
  const filter = auditFilterOf(tenantId, wanted);
  const beyond = direction === 'asc' ? '$gt' : '$lt';
  const behind = afterSequence === undefined ? {} : { s: { [beyond]: typed(afterSequence) } };
  const found = await audit
    .find(
      { ...filter, ...behind },
      { session, projection: { _id: 0, x: 1, h: 1 }, batchSize: limit + 2, ...trailHint(wanted) },
    )
    .sort({ s: direction === 'asc' ? 1 : -1 })
    .limit(limit + 1)
    .toArray();
  const more = found.length > limit;
  const counted = more || afterSequence !== undefined;
  return {
    items: found.slice(0, limit).map(({ x, h }) => readAuditText(x, h)),
    totalCount: counted
      ? await audit.countDocuments(filter, { session, ...trailHint(wanted) })
      : found.length,
    more,
  };
};

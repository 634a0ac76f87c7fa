import { EMPTY_CHAIN, readAuditText } from '@govgate/domain';
import type { AuditPage, AuditPageQuery, AuditTrail } from '@govgate/ports';
import { type ClientSession, type Collection, ObjectId } from 'mongodb';
import { auditFilterOf } from './audit-document.js';
import type { Collections } from './collections.js';
import type { AuditDocument, TenantHeadDocument } from './documents.js';
import { tenantHeadKey } from './keys.js';
import { ONE_READ, type Reader } from './reader.js';
import { typed } from './where-filter.js';

const BATCH = 500;

/** Reads of the audit trail. */
export const mongoAuditTrail = (collections: Collections, reader: Reader): AuditTrail => ({
  page: (tenantId, query) =>
    reader.snapshot((session) => pageOf(collections.audit, tenantId, query, session)),
  links: (tenantId, fromSequence) =>
    reader.stream(
      () =>
        collections.audit
          .find(
            { t: typed(tenantId), s: { $gte: typed(fromSequence) } },
            { projection: { _id: 0, s: 1, x: 1, h: 1, at: 1 }, batchSize: BATCH },
          )
          .sort({ s: 1 }),
      ({ s, x, h, at }) => ({ sequence: s, text: x, hash: h, occurredAt: at }),
    ),
  head: (tenantId) =>
    reader.read(async () => {
      const head = (await collections.heads.findOne(
        { _id: tenantHeadKey(tenantId) },
        ONE_READ,
      )) as TenantHeadDocument | null;
      return head === null ? { ...EMPTY_CHAIN } : { sequence: head.s, hash: head.h };
    }),
  countByResource: (tenantId, query) =>
    reader.read(async () => {
      const counts = await collections.audit
        .aggregate<{ _id: string; n: number }>(
          [{ $match: auditFilterOf(tenantId, query) }, { $group: { _id: '$ri', n: { $sum: 1 } } }],
          ONE_READ,
        )
        .toArray();
      return new Map(counts.map(({ _id, n }) => [_id, n]));
    }),
  checkpoints: (tenantId) =>
    reader.read(async () => {
      const kept = await collections.checkpoints
        .find({ t: typed(tenantId) }, ONE_READ)
        .sort({ s: 1, at: 1 })
        .toArray();
      return kept.map(({ t, s, h, at, sig }) => ({
        tenantId: t,
        sequence: s,
        hash: h,
        signedAt: at,
        signature: sig,
      }));
    }),
  addCheckpoint: ({ tenantId, sequence, hash, signedAt, signature }) =>
    reader.read(async () => {
      // The id is made here, so that the driver's second try cannot keep it twice.
      const _id = new ObjectId();
      await collections.checkpoints.insertOne({
        _id,
        t: tenantId,
        s: sequence,
        h: hash,
        at: signedAt,
        sig: signature,
      });
    }),
  tenants: () =>
    reader.read(async () => {
      const heads = (await collections.heads
        .find({ t: { $gte: '' } }, ONE_READ)
        .sort({ t: 1 })
        .toArray()) as TenantHeadDocument[];
      return heads.filter(({ s }) => s > 0).map(({ t }) => t);
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
    .find({ ...filter, ...behind }, { session, projection: { _id: 0, x: 1, h: 1 }, batchSize: limit + 2 })
    .sort({ s: direction === 'asc' ? 1 : -1 })
    .limit(limit + 1)
    .toArray();
  const more = found.length > limit;
  const counted = more || afterSequence !== undefined;
  return {
    items: found.slice(0, limit).map(({ x, h }) => readAuditText(x, h)),
    totalCount: counted ? await audit.countDocuments(filter, { session }) : found.length,
    more,
  };
};

import type { Instant } from '@govgate/domain';
import type { AuditTrail } from '@govgate/ports';
import type { Document } from 'mongodb';
import type { Collections } from '../kinds/collections.js';
import { EVENT } from '../kinds/documents.js';
import { OF_RESOURCE } from '../kinds/trail-hint.js';
import { auditFilterOf, EVENT_FIELDS, eventOf } from './audit-document.js';
import { ONE_READ, type Reader } from './reader.js';
import { typed } from './where-filter.js';

type OfResources = Pick<AuditTrail, 'countByResource' | 'idsByResource' | 'newestOfResource'>;

const BY_RESOURCE = `$${EVENT.resourceId}`;
const IS_DENIED = { $cond: [{ $eq: [`$${EVENT.outcome}`, 'denied'] }, 1, 0] };

const amongOf = (resourceIds: readonly string[]): Document => ({
  [EVENT.resourceId]: { $in: resourceIds.map(typed) },
});

/** What resources have of events, through the index of a resource's events. */
export const mongoEventsByResource = ({ audit }: Collections, reader: Reader): OfResources => ({
  countByResource: (tenantId, { resourceIds, ...query }) =>
    reader.read(async () => {
      const wanted = { ...auditFilterOf(tenantId, query), ...amongOf(resourceIds) };
      const counted = {
        _id: BY_RESOURCE,
        events: { $sum: 1 },
        denied: { $sum: IS_DENIED },
        oldest: { $min: `$${EVENT.occurredAt}` },
      };
      const counts = await audit
        .aggregate<{ _id: string; events: number; denied: number; oldest: Instant }>(
          [{ $match: wanted }, { $group: counted }],
          { ...ONE_READ, hint: OF_RESOURCE },
        )
        .toArray();
      return new Map(counts.map(({ _id, ...count }) => [_id, count]));
    }),
  idsByResource: (tenantId, { resourceIds, limit, ...query }) =>
    reader.read(async () => {
      const wanted = { ...auditFilterOf(tenantId, query), ...amongOf(resourceIds) };
      const found = await audit
        .aggregate<{ _id: string; ids: string[] }>(
          [
            { $match: wanted },
            { $sort: { [EVENT.resourceId]: 1, [EVENT.sequence]: 1 } },
            { $group: { _id: BY_RESOURCE, ids: { $push: '$_id' } } },
            { $project: { ids: { $slice: ['$ids', typed(limit)] } } },
          ],
          { ...ONE_READ, hint: OF_RESOURCE },
        )
        .toArray();
      return new Map(found.map(({ _id, ids }) => [_id, ids]));
    }),
  newestOfResource: (tenantId, { limit, ...query }) =>
    reader.read(async () => {
      const found = await audit
        .find(auditFilterOf(tenantId, query), {
          ...ONE_READ,
          projection: EVENT_FIELDS,
          batchSize: limit + 1,
          hint: OF_RESOURCE,
        })
        .sort({ [EVENT.sequence]: -1 })
        .limit(limit)
        .toArray();
      return found.map(eventOf);
    }),
});

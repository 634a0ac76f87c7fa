import type { Instant } from '@govgate/domain';
import type { AuditTrail } from '@govgate/ports';
import type { Document } from 'mongodb';
import type { Collections } from '../kinds/collections.js';
import { EVENT } from '../kinds/documents.js';
import { BY_RESOURCE } from '../kinds/trail-keys.js';
import { auditFilterOf } from './audit-document.js';
import { ONE_READ, type Reader } from './reader.js';
import { typed } from './where-filter.js';

type OfResources = Pick<AuditTrail, 'countByResource' | 'idsByResource'>;

const RESOURCE_ID = `$${EVENT.resourceId}`;
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
        _id: RESOURCE_ID,
        events: { $sum: 1 },
        denied: { $sum: IS_DENIED },
        oldest: { $min: `$${EVENT.occurredAt}` },
      };
      const counts = await audit
        .aggregate<{ _id: string; events: number; denied: number; oldest: Instant }>(
          [{ $match: wanted }, { $group: counted }],
          { ...ONE_READ, hint: BY_RESOURCE },
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
            { $group: { _id: RESOURCE_ID, ids: { $push: '$_id' } } },
            { $project: { ids: { $slice: ['$ids', typed(limit)] } } },
          ],
          { ...ONE_READ, hint: BY_RESOURCE },
        )
        .toArray();
      return new Map(found.map(({ _id, ids }) => [_id, ids]));
    }),
});

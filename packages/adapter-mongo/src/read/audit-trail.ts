import { compareText } from '@govgate/domain';
import { type AuditTrail, EVENT_BATCH } from '@govgate/ports';
import type { Collections } from '../kinds/collections.js';
import { EVENT, NOTE, TENANT_HEAD } from '../kinds/documents.js';
import { EVENT_FIELDS, eventOf, storedEventOf } from './audit-document.js';
import { mongoCheckpoints } from './checkpoints.js';
import { mongoEventsByResource } from './events-by-resource.js';
import { ONE_READ, type Reader } from './reader.js';
import { mongoSealing } from './sealed-events.js';
import { headOf } from './trail-ends.js';
import { histogramOf } from './trail-histogram.js';
import { pageOf } from './trail-page.js';
import { typed } from './where-filter.js';

/** Reads of the audit trail and of what is kept with it. */
export const mongoAuditTrail = (collections: Collections, reader: Reader): AuditTrail => ({
  ...mongoCheckpoints(collections, reader),
  page: (tenantId, query) =>
    reader.snapshot((session) => pageOf({ ...query, tenantId, collections, session })),
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
  countByTime: (tenantId, query) => histogramOf({ collections, reader }, tenantId, query),
  head: (tenantId) => reader.read(() => headOf(collections, tenantId)),
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

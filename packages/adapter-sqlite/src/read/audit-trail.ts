import { readAuditText } from '@govgate/domain';
import type { AuditTrail } from '@govgate/ports';
import type { WriteQueue } from '../write/write-queue.js';
import { sqliteCheckpoints } from './checkpoints.js';
import { countByResource, idsByResource } from './events-by-resource.js';
import type { ReadAccess } from './read-access.js';
import { hashesOf, instantsOf, macsOf, sealBlock } from './sealed-events.js';
import { type LongWalks, storedEvents } from './stored-events.js';
import { firstOf, headOf } from './trail-ends.js';
import { histogramOf } from './trail-histogram.js';
import { pageOf } from './trail-page.js';

const FIND = 'SELECT text, hash FROM audit_events WHERE audit_event_id = ? AND tenant_id = ?';

// Jumps from tenant to tenant through the index, so the cost follows the tenants, not their events.
const EACH_TENANT = (table: string): string => `SELECT min(tenant_id) FROM ${table}
  UNION ALL SELECT (SELECT min(tenant_id) FROM ${table} WHERE tenant_id > t) FROM in_${table} WHERE t IS NOT NULL`;
const TENANTS = `WITH RECURSIVE
  in_audit_events (t) AS (${EACH_TENANT('audit_events')}),
  in_audit_notes (t) AS (${EACH_TENANT('audit_notes')})
  SELECT t FROM in_audit_events WHERE t IS NOT NULL
  UNION SELECT t FROM in_audit_notes WHERE t IS NOT NULL
  UNION SELECT tenant_id FROM tenant_heads WHERE sequence > 0 ORDER BY 1`;

/** Reads of the trail and of what is kept with it. */
export const sqliteAuditTrail = (reads: ReadAccess, queue: WriteQueue, longWalks: LongWalks): AuditTrail => ({
  ...sqliteCheckpoints(reads, queue),
  page: (tenantId, query) => pageOf(reads, tenantId, query),
  find: (tenantId, auditEventId) =>
    reads.run((driver) => {
      const row = driver.get(FIND, [auditEventId, tenantId]);
      return row === undefined ? undefined : readAuditText(row[0] as string, row[1] as string);
    }),
  stored: (tenantId, afterSequence) => storedEvents(reads, longWalks, tenantId, afterSequence),
  hashes: (tenantId, fromSequence, count) =>
    reads.run((driver) => hashesOf(driver, { tenantId, from: fromSequence, count })),
  macs: (tenantId, fromSequence, count) =>
    reads.run((driver) => macsOf(driver, { tenantId, from: fromSequence, count })),
  instants: (tenantId, sequences) => reads.run((driver) => instantsOf(driver, tenantId, sequences)),
  firstSequence: (tenantId) => reads.run((driver) => firstOf(driver, tenantId)),
  seal: (tenantId, place) =>
    queue.add(({ driver }) => ({ keep: true, answer: sealBlock(driver, tenantId, place) })),
  head: (tenantId) => reads.run((driver) => headOf(driver, tenantId)),
  countByResource: (tenantId, query) => reads.run((driver) => countByResource(driver, tenantId, query)),
  countByTime: (tenantId, query) => histogramOf(reads, tenantId, query),
  idsByResource: (tenantId, query) => reads.run((driver) => idsByResource(driver, tenantId, query)),
  tenants: () => reads.run((driver) => driver.all(TENANTS).map(([tenantId]) => tenantId as string)),
});

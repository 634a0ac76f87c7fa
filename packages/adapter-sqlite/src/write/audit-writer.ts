import {
  type AuditEvent,
  columnValuesOf,
  EVENT_COLUMNS,
  headAfter,
  type SealedAuditEvent,
  type SealedAuditRecord,
  type Sha256Hex,
  sealAuditEvent,
} from '@govgate/domain';
import type { WriteGroup } from './write-group.js';

const COLUMNS = ['tenant_id', 'sequence', ...EVENT_COLUMNS, 'text', 'hash'];

const INSERT_EVENT = `INSERT INTO audit_events (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`;

/** Appends events to their tenants' chains. Throws SQLite's errors, also for an existing event id. */
export const appendEvents = (
  group: WriteGroup,
  events: readonly AuditEvent[],
  hash: Sha256Hex,
): SealedAuditEvent[] =>
  events.map((event) => {
    const head = group.heads.get(event.tenantId);
    const sealed = sealAuditEvent(event, head.chain, hash);
    insert(group, sealed);
    group.heads.set({ ...head, chain: headAfter(sealed.event) }, event.tenantId);
    return sealed.event;
  });

const insert = (group: WriteGroup, { event, text }: SealedAuditRecord): void => {
  group.driver
    .prepare(INSERT_EVENT)
    .run([event.tenantId, event.sequence, ...columnValuesOf(event), text, event.hash]);
};

import {
  type AuditEvent,
  headAfter,
  type SealedAuditEvent,
  type SealedAuditRecord,
  type Sha256Hex,
  sealAuditEvent,
} from '@govgate/domain';
import type { EventMac } from '@govgate/ports';
import type { WriteGroup } from './write-group.js';

// Everything else that is asked for follows from the text. No index refuses an id that exists, so its text is none, which the table refuses.
// As one row of values: rows of a SELECT that reads the table itself would go through a table of their own, which takes 6 µs.
const INSERT_EVENT = `INSERT INTO audit_events (tenant_id, sequence, text, hash, mac) VALUES (?, ?, iif(
  EXISTS (SELECT 1 FROM audit_events INDEXED BY audit_events_by_id WHERE audit_event_id = ?), NULL, ?), ?, ?)`;

/** Appends events to their tenants' chains. Throws SQLite's errors, one of them where an event of the id exists. */
export const appendEvents = (
  group: WriteGroup,
  events: readonly AuditEvent[],
  { hash, mac }: { readonly hash: Sha256Hex; readonly mac: EventMac | undefined },
): SealedAuditEvent[] =>
  events.map((event) => {
    const head = group.head(event.tenantId);
    const sealed = sealAuditEvent(event, head.chain, hash);
    insert(group, sealed, mac?.(sealed.event.hash));
    group.setHead(event.tenantId, { ...head, chain: headAfter(sealed.event) });
    return sealed.event;
  });

const insert = (group: WriteGroup, { event, text }: SealedAuditRecord, mac: string | undefined): void => {
  const { tenantId, sequence, hash, auditEventId } = event;
  group.driver.run(INSERT_EVENT, [tenantId, sequence, auditEventId, text, hash, mac ?? null]);
};

import {
  type AuditEvent,
  headAfter,
  type SealedAuditEvent,
  type SealedAuditRecord,
  type Sha256Hex,
  sealAuditEvent,
} from '@govgate/domain';
import type { WriteGroup } from './write-group.js';

const INSERT_EVENT = `INSERT INTO audit_events (tenant_id, sequence, audit_event_id, occurred_at, environment_id, actor_id,
  resource_type, resource_id, event_type, outcome, correlation_id, text, hash)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Appends events to their tenants' chains. Throws what SQLite throws, also for an event id that exists. */
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
    .run([
      event.tenantId,
      event.sequence,
      event.auditEventId,
      event.occurredAt,
      event.environmentId,
      event.actor.actorId,
      event.resource.resourceType,
      event.resource.resourceId,
      event.eventType,
      event.outcome,
      event.correlationId,
      text,
      event.hash,
    ]);
};

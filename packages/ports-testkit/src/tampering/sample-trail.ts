import {
  type AuditEvent,
  type ChainHead,
  type ChainLink,
  EMPTY_CHAIN,
  type Sha256Hex,
  sealAuditEvent,
  sha256Hex,
} from '@govgate/domain';

/** The n-th event of a trail that is tampered with. */
export const trailEvent = (n: number, tenantId = 'acme'): AuditEvent => ({
  auditEventId: `evt_${String(n).padStart(32, '0')}`,
  occurredAt: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
  tenantId,
  environmentId: 'production',
  eventType: 'policy.published',
  outcome: 'success',
  actor: { actorType: 'user', actorId: `usr_${n % 3}`, authMethod: 'jwt' },
  action: 'publish',
  resource: { resourceType: 'policy', resourceId: `pv_${n}`, version: null },
  reasonCode: 'planned_change',
  reason: n % 2 === 0 ? null : `change "${n}"`,
  requestId: `req_${n}`,
  correlationId: null,
  changedFields: ['status'],
  relatedIds: [],
});

/** Events from the n-th on. */
export const trailEvents = (from: number, count: number, tenantId?: string): AuditEvent[] =>
  Array.from({ length: count }, (_, i) => trailEvent(from + i, tenantId));

/** Seals events behind a head, as a store does. */
export const sealed = (
  events: readonly AuditEvent[],
  head: ChainHead = EMPTY_CHAIN,
  hash: Sha256Hex = sha256Hex,
): ChainLink[] => {
  let end = head;
  return events.map((given) => {
    const { event, text } = sealAuditEvent(given, end, hash);
    end = { sequence: event.sequence, hash: event.hash };
    return { sequence: event.sequence, text, hash: event.hash };
  });
};

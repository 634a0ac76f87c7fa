import type { AuditEvent, SealedAuditEvent } from '../../audit/audit-event.js';
import { sealAuditEvent } from '../../audit/chain.js';
import { type AuditEventType, resourceOfEvent } from '../../audit/event-types.js';

/** A sealed event of a type, with the same facts in every run. */
export const sampleEvent = (eventType: AuditEventType, changes: Partial<AuditEvent> = {}): SealedAuditEvent =>
  sealAuditEvent(
    {
      auditEventId: 'evt_01890a5d7f0070008000000000000001',
      occurredAt: '2026-03-01T12:00:00.123Z',
      tenantId: 'acme',
      environmentId: 'production',
      eventType,
      outcome: 'success',
      actor: { actorType: 'user', actorId: 'ada', authMethod: 'jwt' },
      action: eventType.slice(eventType.indexOf('.') + 1),
      resource: { resourceType: resourceOfEvent(eventType), resourceId: 'res_1', version: 'v7' },
      reasonCode: 'change_request',
      reason: 'As agreed on Monday',
      requestId: 'req_1',
      correlationId: 'case_9',
      changedFields: ['description', 'owner.team'],
      relatedIds: ['grace', 'rev_1'],
      ...changes,
    },
    { sequence: 41, hash: `sha256:${'ab'.repeat(32)}` },
  ).event;

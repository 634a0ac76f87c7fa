import type { AuditEvent, SealedAuditEvent } from './audit-event.js';

/** The wire record in the canonical text. */
export interface WireAuditEvent {
  readonly action: string;
  readonly actor: {
    readonly actor_id: string;
    readonly actor_type: AuditEvent['actor']['actorType'];
    readonly auth_method: AuditEvent['actor']['authMethod'];
  };
  readonly audit_event_id: string;
  readonly changed_fields: readonly string[];
  readonly correlation_id: string | null;
  readonly environment_id: string | null;
  readonly event_type: AuditEvent['eventType'];
  readonly metadata_only: true;
  readonly occurred_at: string;
  readonly outcome: AuditEvent['outcome'];
  readonly prev_hash: string | null;
  readonly reason: string | null;
  readonly reason_code: string;
  readonly related_ids: readonly string[];
  readonly request_id: string;
  readonly resource: {
    readonly resource_id: string;
    readonly resource_type: AuditEvent['resource']['resourceType'];
    readonly version: string | null;
  };
  readonly schema_version: '1.0';
  readonly sequence: number;
  readonly tenant_id: string;
  readonly from_state?: string;
  readonly to_state?: string;
  readonly subject_type?: NonNullable<AuditEvent['subjectType']>;
}

/**
 * The event in a stored canonical text: the inverse of `auditText`. Stores read events from the hashed text, so that lists show what
 * verification checks.
 */
export const readAuditText = (text: string, hash: string): SealedAuditEvent => {
  const wire = JSON.parse(text) as WireAuditEvent;
  return {
    auditEventId: wire.audit_event_id,
    occurredAt: wire.occurred_at,
    tenantId: wire.tenant_id,
    environmentId: wire.environment_id,
    eventType: wire.event_type,
    outcome: wire.outcome,
    actor: {
      actorType: wire.actor.actor_type,
      actorId: wire.actor.actor_id,
      authMethod: wire.actor.auth_method,
    },
    action: wire.action,
    resource: {
      resourceType: wire.resource.resource_type,
      resourceId: wire.resource.resource_id,
      version: wire.resource.version,
    },
    reasonCode: wire.reason_code,
    reason: wire.reason,
    requestId: wire.request_id,
    correlationId: wire.correlation_id,
    changedFields: wire.changed_fields,
    relatedIds: wire.related_ids,
    ...(wire.from_state === undefined ? {} : { fromState: wire.from_state }),
    ...(wire.to_state === undefined ? {} : { toState: wire.to_state }),
    ...(wire.subject_type === undefined ? {} : { subjectType: wire.subject_type }),
    sequence: wire.sequence,
    prevHash: wire.prev_hash,
    hash,
  };
};

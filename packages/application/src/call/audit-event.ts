import type { AuditEvent, AuditEventType, AuditOutcome } from '@govgate/domain';
import { resourceOfEvent } from '@govgate/domain';
import { actorOf, type CallContext } from './context.js';
import type { Ports } from './ports.js';

/** What an audit event says beyond who called and when. */
export interface AuditFacts {
  readonly eventType: AuditEventType;
  readonly action: string;
  readonly environmentId: string | null;
  readonly resourceId: string;
  readonly version?: string | null;
  readonly outcome?: AuditOutcome;
  readonly reasonCode?: string | undefined;
  readonly reason?: string | null | undefined;
  readonly correlationId?: string | null | undefined;
  readonly changedFields?: readonly string[];
  readonly relatedIds?: readonly string[];
}

/** The reason code of a change whose body carries none. */
const NO_REASON_GIVEN = 'requested';

/** Makes the event of a call, with its own id and the server's time. */
export const auditEvent = (
  { clock, ids }: Pick<Ports, 'clock' | 'ids'>,
  context: CallContext,
  facts: AuditFacts,
): AuditEvent => ({
  auditEventId: ids.mint('auditEvent'),
  occurredAt: clock.now(),
  tenantId: context.principal.tenantId,
  environmentId: facts.environmentId,
  eventType: facts.eventType,
  outcome: facts.outcome ?? 'success',
  actor: actorOf(context.principal),
  action: facts.action,
  resource: {
    resourceType: resourceOfEvent(facts.eventType),
    resourceId: facts.resourceId,
    version: facts.version ?? null,
  },
  reasonCode: facts.reasonCode ?? NO_REASON_GIVEN,
  reason: facts.reason ?? null,
  requestId: context.requestId,
  correlationId: facts.correlationId ?? context.correlationId,
  changedFields: facts.changedFields ?? [],
  relatedIds: facts.relatedIds ?? [],
});

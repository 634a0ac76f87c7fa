import type { AuditActor, AuditEvent, AuditEventType, AuditOutcome } from '@govgate/domain';
import { resourceOfEvent, stateChange } from '@govgate/domain/internal';
import { actorOf, type CallContext } from './context.js';
import type { Ports } from './ports.js';

/** An audit event's content beyond caller and time. */
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
  /** The record before and after the change: the event says its states. */
  readonly moved?: readonly [before: object, after: object];
  /** Whose grant it is. */
  readonly subjectType?: AuditEvent['subjectType'];
}

/** The reason code of a change whose body has none. */
const NO_REASON_GIVEN = 'requested';

/** The actor of an event, and the call it belongs to. */
export interface AuditCaller {
  readonly tenantId: string;
  readonly actor: AuditActor;
  readonly requestId: string;
  readonly correlationId: string | null;
}

/** The caller as named in the events of a call. */
export const callerOf = ({ principal, actor, requestId, correlationId }: CallContext): AuditCaller => ({
  tenantId: principal.tenantId,
  actor: actor ?? actorOf(principal),
  requestId,
  correlationId,
});

/** The command line, the worker or an identity provider, acting without a caller (docs/spec/audit.md). */
export const systemCaller = (
  actorId: 'cli' | 'identity_provider' | 'worker',
  tenantId: string,
  requestId: string,
): AuditCaller => ({
  tenantId,
  actor: { actorType: 'system', actorId, authMethod: 'none' },
  requestId,
  correlationId: null,
});

/** Makes the event of a call, with a new id and the server's time. */
export const auditEvent = (
  deps: Pick<Ports, 'clock' | 'ids'>,
  context: CallContext,
  facts: AuditFacts,
): AuditEvent => auditEventBy(deps, callerOf(context), facts);

/** Makes an event of any actor, including the command line and the worker. */
export const auditEventBy = (
  { clock, ids }: Pick<Ports, 'clock' | 'ids'>,
  caller: AuditCaller,
  facts: AuditFacts,
): AuditEvent => ({
  auditEventId: ids.mint('auditEvent'),
  occurredAt: clock.now(),
  tenantId: caller.tenantId,
  environmentId: facts.environmentId,
  eventType: facts.eventType,
  outcome: facts.outcome ?? 'success',
  actor: caller.actor,
  action: facts.action,
  resource: {
    resourceType: resourceOfEvent(facts.eventType),
    resourceId: facts.resourceId,
    version: facts.version ?? null,
  },
  reasonCode: facts.reasonCode ?? NO_REASON_GIVEN,
  reason: facts.reason ?? null,
  requestId: caller.requestId,
  correlationId: facts.correlationId ?? caller.correlationId,
  changedFields: facts.changedFields ?? [],
  relatedIds: facts.relatedIds ?? [],
  ...(facts.moved === undefined ? {} : stateChange(...facts.moved)),
  ...(facts.subjectType === undefined ? {} : { subjectType: facts.subjectType }),
});

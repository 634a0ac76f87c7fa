import { type AuditEvent, type AuditEventType, epochMsOf } from '@govgate/domain';

/** The claims of a Security Event Token that follow from an event; who signs and sends it adds the others. */
export interface Signal {
  readonly jti: string;
  readonly txn: string;
  readonly sub_id: Readonly<Record<string, unknown>>;
  readonly events: Readonly<Record<string, object>>;
}

const SCHEMAS = 'https://schemas.openid.net/secevent';
const SESSION_REVOKED = `${SCHEMAS}/caep/event-type/session-revoked`;

/** The reason of a sign-out that no signal caused. */
export const SIGNED_OUT = 'signed_out';

/** The events that are sent as signals: the type of each, and which member of its complex subject the event's resource is. */
const SIGNALS: Partial<
  Record<AuditEventType, readonly [type: string, member: 'session' | 'user' | 'application']>
> = {
  'session.terminated': [SESSION_REVOKED, 'session'],
  'client_surface.disabled': [SESSION_REVOKED, 'application'],
  'client_surface.revoked': [SESSION_REVOKED, 'application'],
  'user.signed_out': [SESSION_REVOKED, 'user'],
  'user.disabled': [`${SCHEMAS}/risc/event-type/account-disabled`, 'user'],
  'user.enabled': [`${SCHEMAS}/risc/event-type/account-enabled`, 'user'],
};

/** An event as a signal (CAEP, RISC; docs/spec/destinations.md#shared-signals); undefined where nothing was revoked or given back. */
export const signalOf = (event: AuditEvent): Signal | undefined => {
  const [type, member] = SIGNALS[event.eventType] ?? [];
  if (type === undefined || member === undefined || !isDone(event)) return undefined;
  const { auditEventId, correlationId, requestId, occurredAt, resource, tenantId, reasonCode } = event;
  const userId = userOf(event);
  return {
    jti: auditEventId,
    txn: correlationId ?? requestId,
    sub_id: {
      format: 'complex',
      [member]: opaque(resource.resourceId),
      ...(userId === undefined ? {} : { user: opaque(userId) }),
      tenant: opaque(tenantId),
    },
    events: {
      [type]: {
        event_timestamp: Math.floor(epochMsOf(occurredAt) / 1_000),
        initiating_entity: initiatorOf(event, userId),
        reason_admin: { en: reasonCode },
      },
    },
  };
};

const opaque = (id: string) => ({ format: 'opaque', id });

// A refused change has the type of the change. A sign-out at the identity provider names the revocations of the environments that want
// it; one by a signal is not passed on, as two services that send each other theirs would never stop.
const isDone = ({ outcome, eventType, reasonCode, relatedIds }: AuditEvent): boolean =>
  outcome === 'success' &&
  (eventType !== 'user.signed_out' || (reasonCode === SIGNED_OUT && relatedIds.length > 0));

/** The user whom the event is about: the end of a session names its user behind the revocation. */
const userOf = ({ eventType, resource, relatedIds }: AuditEvent): string | undefined => {
  if (eventType === 'session.terminated') return relatedIds[1];
  return resource.resourceType === 'user' ? resource.resourceId : undefined;
};

const initiatorOf = ({ actor }: AuditEvent, userId: string | undefined): 'system' | 'user' | 'admin' => {
  if (actor.actorType === 'system') return 'system';
  return actor.actorType === 'user' && actor.actorId === userId ? 'user' : 'admin';
};

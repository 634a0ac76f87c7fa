import type { AuditActor, AuditEvent, AuditEventType, AuditOutcome } from '@govgate/domain';
import { type AuditResourceType, resourceOfEvent } from '@govgate/domain/internal';
import { PRODUCTION, STAGING } from './world.js';

/** What a trail tells of: how many records of a resource there are, by the prefix that their ids begin with. */
type Subjects = Readonly<
  Partial<Record<AuditResourceType, { readonly prefix: string; readonly count: number }>>
>;

interface TenantTrail {
  readonly tenantId: string;
  readonly events: number;
  /** The time of the last event, in milliseconds since 1970. */
  readonly endsAtMs: number;
  readonly subjects: Subjects;
}

const DAY_MS = 24 * 3_600_000;

/** How many days a trail goes back. */
export const TRAIL_DAYS = 30;

/** How many of a thousand events are of a type. */
const OF_A_THOUSAND = {
  'session.reported': 300,
  'session.expired': 110,
  'session.terminated': 40,
  'client_surface.updated': 100,
  'client_surface.created': 40,
  'client_surface.approved': 30,
  'client_surface.disabled': 10,
  'policy.published': 60,
  'policy.created': 40,
  'policy.updated': 30,
  'policy.validated': 30,
  'credential_binding.created': 25,
  'credential_binding.rotated': 25,
  'credential_binding.submitted': 20,
  'credential_binding.approval_changed': 20,
  'credential_binding.revoked': 10,
  'agent.registered': 20,
  'agent.approved': 20,
  'agent.disabled': 10,
  'role_binding.created': 25,
  'role_binding.disabled': 10,
  'mcp_server.registered': 10,
  'mcp_server.approved': 10,
  'group.member_added': 5,
} as const satisfies Partial<Record<AuditEventType, number>>;

/** What of them was not done, of all. */
const DENIED = 0.03;
const FAILED = 0.01;

const USERS = 100;
const SERVICE_ACCOUNTS = 20;
const CORRELATED = { of: 12, first: 4 };

/** The environments of those events that have one, each with its share. */
const ENVIRONMENTS = [
  [PRODUCTION, 0.6],
  [STAGING, 0.25],
  ['development', 0.1],
  ['bench-1', 0.05],
] as const;

/** Resources that belong to no environment. */
const OF_THE_TENANT: ReadonlySet<AuditResourceType> = new Set(['role_binding', 'group']);

/**
 * The trail of a tenant that works: so many events of all that happens, in the shares in which it happens, evenly over the days before
 * its end. Gives events from the n-th on (from 1). The same trail has the same events, in whatever parts they are asked for.
 */
export const tenantTrail =
  (trail: TenantTrail): ((from: number, count: number) => AuditEvent[]) =>
  (from, count) =>
    Array.from({ length: count }, (_, i) => eventOf(trail, from + i));

const eventOf = ({ tenantId, events, endsAtMs, subjects }: TenantTrail, n: number): AuditEvent => {
  const eventType = picked(TYPES, drawn(n, 'type'));
  const resourceType = resourceOfEvent(eventType);
  const outcome = outcomeOf(n, eventType);
  const { prefix, count } = subjects[resourceType] ?? { prefix: `${resourceType}_`, count: 100 };
  const isTenants = OF_THE_TENANT.has(resourceType);
  return {
    auditEventId: `evt_${String(n).padStart(32, '0')}`,
    occurredAt: new Date(endsAtMs - ((events - n) / events) * TRAIL_DAYS * DAY_MS).toISOString(),
    tenantId,
    environmentId: isTenants ? null : picked(ENVIRONMENTS, drawn(n, 'environment')),
    eventType,
    outcome,
    actor: actorOf(n, eventType),
    action: eventType.slice(resourceType.length + 1),
    resource: { resourceType, resourceId: `${prefix}${oftenLow(drawn(n, 'subject'), count)}`, version: null },
    reasonCode: outcome === 'denied' ? 'permission_denied' : 'requested',
    reason: n % 2 === 0 ? null : `change "${n}"`,
    requestId: `req_${n}`,
    correlationId: n % CORRELATED.of < CORRELATED.first ? `cor_${Math.floor(n / CORRELATED.of)}` : null,
    changedFields: outcome === 'success' ? ['status'] : [],
    relatedIds: [],
  };
};

const TYPES = Object.entries(OF_A_THOUSAND).map(
  ([type, share]) => [type as AuditEventType, share / 1_000] as const,
);

// What the clock does is never refused.
const outcomeOf = (n: number, eventType: AuditEventType): AuditOutcome => {
  const at = eventType === 'session.expired' ? 1 : drawn(n, 'outcome');
  if (at < DENIED) return 'denied';
  return at < DENIED + FAILED ? 'failure' : 'success';
};

const actorOf = (n: number, eventType: AuditEventType): AuditActor => {
  if (eventType === 'session.expired') return { actorType: 'system', actorId: 'worker', authMethod: 'none' };
  const at = drawn(n, 'actor');
  return eventType === 'session.reported'
    ? {
        actorType: 'service_account',
        actorId: `sa_${oftenLow(at, SERVICE_ACCOUNTS)}`,
        authMethod: 'api_token',
      }
    : { actorType: 'user', actorId: `user_${oftenLow(at, USERS)}`, authMethod: 'jwt' };
};

const picked = <T>(shares: readonly (readonly [T, number])[], at: number): T => {
  let passed = 0;
  for (const [value, share] of shares) {
    passed += share;
    if (at < passed) return value;
  }
  return (shares[0] as readonly [T, number])[0];
};

/** A whole number below another one, lower ones more often: a few do much, most do little. */
const oftenLow = (at: number, below: number): number => Math.floor(at * at * below);

const DRAWS = ['type', 'environment', 'outcome', 'actor', 'subject'] as const;

/** From 0 to below 1, as if by chance: always the same for an event and a purpose (the mixing of murmur3). */
const drawn = (n: number, purpose: (typeof DRAWS)[number]): number => {
  let mixed = Math.imul(n * DRAWS.length + DRAWS.indexOf(purpose), 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
};

import { type AuditCaller, auditEventBy, type Ports, systemCaller } from '@govgate/application';
import { type AuditEvent, addSeconds, type Instant } from '@govgate/domain';
import { DEMO_ENVIRONMENT, DEMO_TENANT } from './demo-bundle.js';

/** How far back the demonstration's trail goes. */
export const HISTORY_DAYS = 14;

const DAY = 24 * 3600;
const EVENTS_AT_ONCE = 250;

/** What happened, and how many seconds after the start of its day. */
interface Happening extends Omit<Parameters<typeof auditEventBy>[2], 'environmentId'> {
  readonly after: number;
  readonly by: string;
}

/**
 * Writes two weeks of events into the trail: records say what they are, not what they were, so a bundle cannot tell it. The same time
 * gives the same history.
 */
export const writeDemoHistory = async (
  { ids, unitOfWork }: Pick<Ports, 'ids' | 'unitOfWork'>,
  now: Instant,
): Promise<void> => {
  const events: AuditEvent[] = [];
  for (let daysAgo = HISTORY_DAYS; daysAgo > 0; daysAgo -= 1) {
    const day = addSeconds(now, -daysAgo * DAY);
    const happened = happeningsOf(daysAgo).toSorted((a, b) => a.after - b.after);
    for (const { after, by, ...facts } of happened) {
      const at = { epochMs: () => Date.parse(day) + after * 1000, now: () => addSeconds(day, after) };
      const caller = callerNamed(by, ids.mint('request'));
      events.push(auditEventBy({ clock: at, ids }, caller, { environmentId: DEMO_ENVIRONMENT, ...facts }));
    }
  }
  for (let start = 0; start < events.length; start += EVENTS_AT_ONCE) {
    const [first, ...rest] = events.slice(start, start + EVENTS_AT_ONCE);
    if (first !== undefined) await unitOfWork.commit({ changes: [], audit: [first, ...rest] });
  }
};

const callerNamed = (id: string, requestId: string): AuditCaller => {
  if (id === 'worker') return systemCaller('worker', DEMO_TENANT, requestId);
  const actor = id.startsWith('svc_')
    ? ({ actorType: 'service_account', actorId: id, authMethod: 'api_token' } as const)
    : ({ actorType: 'user', actorId: id, authMethod: 'jwt' } as const);
  return { tenantId: DEMO_TENANT, actor, requestId, correlationId: null };
};

const happeningsOf = (daysAgo: number): readonly Happening[] => [
  ...sessionsOf(daysAgo),
  ...denialsOf(daysAgo),
  ...healthOf(daysAgo),
  ...(ON_DAYS[daysAgo] ?? []),
];

/** Two days of a week are quiet. */
const isQuiet = (daysAgo: number): boolean => daysAgo % 7 === 2 || daysAgo % 7 === 3;

/** Sessions come, and most of them end by themselves; the second half of the day is the busier one. */
const sessionsOf = (daysAgo: number): readonly Happening[] => {
  const count = isQuiet(daysAgo) ? 6 : 26 + (daysAgo % 5);
  return Array.from({ length: count }, (_, index) => {
    const after = Math.floor((DAY * (index + 1) ** 0.8) / (count + 2) ** 0.8);
    const resourceId = `ses_demo_d${daysAgo}_${index}`;
    return [
      { after, by: 'svc_data_planes', eventType: 'session.reported', action: 'report', resourceId },
      index % 9 === 4
        ? {
            after: after + 1_300,
            by: 'usr_security_lead',
            eventType: 'session.terminated',
            action: 'terminate',
            resourceId,
            reasonCode: 'suspicious_activity',
            moved: [{ state: 'active' }, { state: 'terminated' }],
          }
        : {
            after: Math.min(after + 3_600, DAY - 1),
            by: 'worker',
            eventType: 'session.expired',
            action: 'expire',
            resourceId,
            reasonCode: 'session_expired',
            moved: [{ state: 'active' }, { state: 'expired' }],
          },
    ] as const satisfies readonly Happening[];
  }).flat();
};

/** Who may not, tries; four days ago somebody who had left tried all night. */
const denialsOf = (daysAgo: number): readonly Happening[] => [
  ...Array.from({ length: isQuiet(daysAgo) ? 1 : 3 + (daysAgo % 4) }, (_, index) =>
    denied({
      after: 9_000 + index * 11_000,
      by: 'usr_product_viewer',
      eventType: 'policy.published',
      action: 'publish',
      resourceId: 'pv_next',
    }),
  ),
  ...(daysAgo === 4
    ? Array.from({ length: 45 }, (_, index) =>
        denied({
          after: 3_000 + index * 97,
          by: 'usr_former_engineer',
          eventType: 'credential_binding.rotated',
          action: 'rotate',
          resourceId: 'cb_payments_api',
        }),
      )
    : []),
  ...(daysAgo % 6 === 1
    ? [
        {
          after: 40_000,
          by: 'usr_support_owner',
          eventType: 'mcp_server.approved' as const,
          action: 'approve',
          resourceId: 'srv_customer_records',
          outcome: 'denied' as const,
          reasonCode: 'self_approval_forbidden',
        },
      ]
    : []),
];

const denied = (tried: Omit<Happening, 'outcome' | 'reasonCode'>): Happening => ({
  ...tried,
  outcome: 'denied',
  reasonCode: 'permission_denied',
});

/** A gateway with a bad line, which drops out for a quarter of an hour now and then. */
const healthOf = (daysAgo: number): readonly Happening[] =>
  daysAgo % 3 === 0 || daysAgo === 1
    ? [
        health(50_000, 'heartbeat_late', ['healthy', 'degraded']),
        health(50_120, 'heartbeat_lost', ['degraded', 'unhealthy']),
        health(51_000, 'ok', ['unhealthy', 'healthy']),
      ]
    : [];

const health = (
  after: number,
  reasonCode: string,
  [before, status]: readonly [string, string],
): Happening => ({
  after,
  by: 'worker',
  eventType: 'data_plane.health_changed',
  action: 'observe',
  resourceId: 'dp_05',
  outcome: status === 'unhealthy' ? 'failure' : 'success',
  reasonCode,
  reason: `from ${before} to ${status}`,
  changedFields: ['status'],
  moved: [{ status: before }, { status }],
});

/** What happened once, by the days since. */
const ON_DAYS: Readonly<Record<number, readonly Happening[]>> = {
  13: [
    created(30_000, 'pv_prod_003'),
    { ...created(31_000, 'pv_prod_003'), eventType: 'policy.validated', action: 'validate' },
  ],
  12: [
    {
      ...created(33_000, 'pv_prod_003'),
      by: 'usr_security_lead',
      eventType: 'policy.published',
      action: 'publish',
      reasonCode: 'reviewed',
      relatedIds: ['pv_prod_002'],
      moved: [{ status: 'draft' }, { status: 'active' }],
    },
  ],
  9: [
    {
      after: 45_000,
      by: 'usr_credential_steward',
      eventType: 'credential_binding.rotated',
      action: 'rotate',
      resourceId: 'cb_ticketing_oauth',
      reasonCode: 'scheduled_rotation',
    },
  ],
  7: [
    {
      after: 20_000,
      by: 'worker',
      eventType: 'mcp_server.drift_detected',
      action: 'observe',
      resourceId: 'srv_warehouse',
      outcome: 'failure',
      reasonCode: 'definition_changed',
    },
    {
      after: 27_000,
      by: 'worker',
      eventType: 'mcp_server.drift_resolved',
      action: 'observe',
      resourceId: 'srv_warehouse',
      reasonCode: 'as_approved',
    },
  ],
  5: [created(38_000, 'pv_exports')],
  3: [
    {
      after: 36_000,
      by: 'usr_security_lead',
      eventType: 'agent.revoked',
      action: 'revoke',
      resourceId: 'agt_bucket_cleaner',
      reasonCode: 'incident',
      moved: [{ lifecycleState: 'active' }, { lifecycleState: 'revoked' }],
    },
    {
      after: 36_300,
      by: 'usr_security_lead',
      eventType: 'mcp_server.disabled',
      action: 'disable',
      resourceId: 'srv_object_store',
      reasonCode: 'incident',
    },
  ],
  2: [
    { ...created(42_000, 'pv_next'), reasonCode: 'requested' },
    {
      after: 43_000,
      by: 'worker',
      eventType: 'siem_webhook.test_completed',
      action: 'test',
      resourceId: 'dst_security-lake',
      outcome: 'failure',
      reasonCode: 'secret_ref_unresolved',
    },
  ],
};

// A function declaration because the table above uses it while the module loads.
function created(after: number, resourceId: string): Happening {
  return { after, by: 'usr_policy_author', eventType: 'policy.created', action: 'create', resourceId };
}

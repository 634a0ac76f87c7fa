import {
  type Group,
  type Principal,
  type Result,
  type Role,
  type RoleBinding,
  sha256Hex,
} from '@govgate/domain';
import { bindingOf, groupOf, callerWith as principalWith, userOf } from '@govgate/domain/testing';
import {
  type AnyKind,
  type GovernanceStore,
  groupKind,
  type JobQueue,
  type RecordFor,
  roleBindingKind,
  type TokenSealer,
  tenantKind,
  userKind,
} from '@govgate/ports';
import { createMemoryStore, type ManualClock, manualClock, sequentialIds } from '@govgate/ports-testkit';
import { withApprovalWithdrawals } from '../approvals/withdraw-approvals.js';
import { authenticateCommits } from '../audit/authenticate-commits.js';
import { trailPorts } from '../audit/testing/trail-ports.js';
import { DecisionPoint, type DecisionPorts } from '../authzen/decision-point.js';
import { auditEventBy, systemCaller } from '../call/audit-event.js';
import type { CallContext } from '../call/context.js';
import { makeKeyLock } from '../call/key-lock.js';
import { makeNotifications } from '../call/notifications.js';
import type { Ports } from '../call/ports.js';
import { Shares } from '../call/shares.js';
import { TenantQueue } from '../call/tenant-queue.js';
import { resolvePrincipal } from '../identity/principal-source.js';
import { makeManifestTexts } from '../policies/manifest-texts.js';

export const TENANT = 'acme';
export const FOREIGN = 'umbra';
export const PRODUCTION = 'production';
export const STAGING = 'staging';
export const PROD_SCOPE = { tenantId: TENANT, environmentId: PRODUCTION };
export const START = '2026-03-01T12:00:00.000Z';

type BenchPorts = Omit<Ports & DecisionPorts, 'parts'>;

/** A memory store with two tenants, a manually advanced clock, and callers resolved like a token's bearer. */
export interface Bench {
  readonly store: GovernanceStore;
  readonly clock: ManualClock;
  readonly ports: BenchPorts;
  put<K extends AnyKind>(kind: K, ...records: readonly RecordFor<K>[]): Promise<void>;
  grant(userId: string, role: Role, scope?: RoleBinding['scope'], over?: Partial<RoleBinding>): Promise<void>;
  /** A call of a user with their current grants. */
  as(userId: string, over?: Partial<CallContext> & { readonly tenantId?: string }): Promise<CallContext>;
  /** The types of a tenant's events, oldest first, without those of the setup. */
  events(tenantId?: string): Promise<string[]>;
}

const hash = sha256Hex;

/** A queue that nobody processes. */
const queueWithoutWorkers: JobQueue = {
  enqueue: async () => undefined,
  endOf: async () => 'pending',
  holds: async () => false,
  hasWorker: async () => false,
  depth: async () => ({ waiting: 0, active: 0, delayed: 0 }),
  check: async () => undefined,
  close: async () => undefined,
};

const sealer: TokenSealer = {
  seal: (context, text) => `${hash(context + text).slice(0, 8)}.${Buffer.from(text).toString('base64url')}`,
  open: (context, token) => {
    const text = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
    return sealer.seal(context, text) === token ? text : undefined;
  },
};

/** A group of the tenant. */
export const group = (groupId: string, members: readonly string[], over: Partial<Group> = {}): Group =>
  groupOf(groupId, { members, ...over });

/** A role binding as an import leaves it: ada's, as a viewer of the tenant. */
export const binding = (over: Partial<RoleBinding> & Pick<RoleBinding, 'bindingId'>): RoleBinding =>
  bindingOf({
    subject: { subjectType: 'user', subjectId: 'ada' },
    reasonCode: 'imported',
    grantedBy: 'cli',
    createdAt: START,
    ...over,
  });

/** @example const bench = await makeBench(); await bench.grant('ada', 'security_admin') */
export const makeBench = async (): Promise<Bench> => {
  const store = createMemoryStore();
  const clock = manualClock(START);
  const ids = sequentialIds();
  const tenantQueue = new TenantQueue(async () => undefined);
  const timer: Ports['timer'] = {
    wait: async (ms) => {
      clock.advance(ms);
      return 'elapsed';
    },
  };
  const trail = trailPorts();
  const authenticated = authenticateCommits(store.unitOfWork, trail.eventMac, trail.committedEvents);
  const ports: BenchPorts = {
    ...store,
    ...trail,
    unitOfWork: withApprovalWithdrawals(authenticated, { records: store.records, clock, ids }),
    notifications: makeNotifications(),
    clock,
    ids,
    pageTokens: sealer,
    hash,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    secretFingerprint: (reference: string) => hash(reference).slice(0, 16),
    takeQuota: async () => undefined,
    jobQueue: queueWithoutWorkers,
    locks: makeKeyLock(),
    tenantQueue,
    liveReadings: new Shares(4),
    manifestTexts: makeManifestTexts(),
    publicUrl: () => 'https://govgate.example',
    decisionPoint: new DecisionPoint({ ...store, clock, tenantQueue }),
    countDecision: () => undefined,
    logoutTokens: undefined,
    signals: undefined,
    signalSigner: undefined,
    timer,
    warnings: {
      no_write_since_failure: async () => false,
      keys_unreadable: async () => false,
      keys_in_store: async () => false,
      trail_altered: async () => false,
      draining: async () => false,
    },
    settings: {
      bootstrapTenant: TENANT,
      bootstrapEnvironment: PRODUCTION,
      fourEyes: true,
      driftGraceSeconds: 900,
      checkHeaders: {
        user: 'X-Govgate-User',
        agent: 'X-Govgate-Agent',
        session: 'X-Govgate-Session',
        server: 'X-Govgate-Server',
      },
    },
  } as BenchPorts;
  const bench = new StoreBench(store, clock, ports);
  for (const tenantId of [TENANT, FOREIGN])
    await bench.put(tenantKind, { tenantId, environments: [PRODUCTION, STAGING] });
  await bench.put(
    userKind,
    ...['ada', 'bob', 'eve'].map((id) => userOf(id)),
    userOf('fay', { tenantId: FOREIGN }),
  );
  await bench.put(groupKind, group('operators', ['bob']));
  return bench;
};

class StoreBench implements Bench {
  #granted = 0;

  constructor(
    readonly store: GovernanceStore,
    readonly clock: ManualClock,
    readonly ports: BenchPorts,
  ) {}

  async put<K extends AnyKind>(kind: K, ...records: readonly RecordFor<K>[]): Promise<void> {
    for (const record of records) {
      const { tenantId = TENANT } = kind.scopeOf(record) as { tenantId?: string };
      const event = auditEventBy(this.ports, systemCaller('cli', tenantId, 'req_setup'), {
        eventType: 'tenant.imported',
        action: 'import',
        environmentId: null,
        resourceId: tenantId,
      });
      const changes = [{ kind, record, expectedVersion: 'any' as const }];
      await this.store.unitOfWork.commit({ changes, audit: [event] });
    }
  }

  async grant(
    userId: string,
    role: Role,
    scope: RoleBinding['scope'] = { scopeType: 'tenant' },
    over: Partial<RoleBinding> = {},
  ): Promise<void> {
    this.#granted += 1;
    const subject = { subjectType: 'user', subjectId: userId } as const;
    const bindingId = `rb_setup_${userId}_${this.#granted}`;
    await this.put(roleBindingKind, binding({ bindingId, role, scope, subject, ...over }));
  }

  async as(
    userId: string,
    { tenantId = TENANT, ...over }: Partial<CallContext> & { readonly tenantId?: string } = {},
  ): Promise<CallContext> {
    const resolved = await resolvePrincipal(this.ports, {
      tenantId,
      subjectId: userId,
      subjectType: 'user',
      authMethod: 'api_token',
      groups: [],
      environments: undefined,
      permissions: null,
      tokenId: null,
      madeBy: [],
      expiresAt: null,
    });
    if (!resolved.ok) throw new Error(`${userId} is no caller`);
    return { principal: resolved.value.principal, requestId: 'req_test', correlationId: null, ...over };
  }

  async events(tenantId = TENANT): Promise<string[]> {
    const page = await this.store.auditTrail.page(tenantId, { filter: {}, direction: 'asc', limit: 10_000 });
    return page.items.map(({ eventType }) => eventType).filter((type) => type !== 'tenant.imported');
  }
}

/** The value of a result that must not be a refusal. */
export const answerOf = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.refusal)}`);
  return result.value;
};

/** A result's refusal, or "ok". */
export const refusalOf = (result: Result<unknown>): string =>
  result.ok ? 'ok' : [result.refusal.reasonCode, result.refusal.field].filter(Boolean).join(' ');

/** A caller with these grants and no other. */
export const callerWith = (grants: Principal['grants'], over: Partial<Principal> = {}): CallContext => ({
  principal: principalWith(grants, { actorId: 'ada', displayName: 'ada', persons: ['ada'], ...over }),
  requestId: 'req_test',
  correlationId: null,
});

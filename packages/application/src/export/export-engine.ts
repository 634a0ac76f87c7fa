import type { Destination, SealedAuditEvent } from '@govgate/domain';
import { tenantKind } from '@govgate/ports';
import { destinationsOf } from './destinations-of.js';
import type { ExportDeps } from './export-deps.js';
import { LaneRun } from './lane-run.js';
import { runningReplays } from './replay-run.js';
import { TenantTail } from './tenant-tail.js';

/** New tenants, and destinations where there were none, are looked for once in this many rounds. */
const FIND_TENANTS_EVERY = 4;
/** Checkpoints are signed once a minute; new ones are looked for once in this many rounds. */
const FIND_CHECKPOINTS_EVERY = 40;
/** Commits of this process in quick succession trigger one poll. */
const TOGETHER_MS = 100;

interface TenantLanes {
  readonly tail: TenantTail;
  readonly lanes: Map<string, LaneRun>;
  content: number | undefined;
}

/** Continuous export (docs/spec/destinations.md): one lane per destination, each at its own pace. */
export interface ExportEngine {
  /** One round: new commits of any process, and retries that are due. Lanes may still be running when it resolves. */
  tick(): Promise<void>;
  /** A commit of this process added these events: they need not be read again, and lanes need not wait for the next round. */
  committed(events: readonly SealedAuditEvent[]): void;
  /** Resolves when no lane runs. */
  settled(): Promise<void>;
  /** Starts nothing more, waits for requests in progress, and releases the lanes. */
  stop(): Promise<void>;
}

class Engine implements ExportEngine {
  readonly #tenants = new Map<string, TenantLanes>();
  readonly #awaited = new Set<string>();
  readonly #looking = new Map<string, Promise<void>>();
  readonly #stop = { aborted: false };
  #rounds = 0;

  constructor(private readonly deps: ExportDeps) {}

  async tick(): Promise<void> {
    if (this.#stop.aborted) return;
    const isFindingTenants = this.#rounds % FIND_TENANTS_EVERY === 0;
    if (isFindingTenants) await this.#findTenants();
    const isFindingCheckpoints = this.#rounds % FIND_CHECKPOINTS_EVERY === 0;
    this.#rounds += 1;
    const polled = [...this.#tenants].filter(([, { lanes }]) => isFindingTenants || lanes.size > 0);
    await Promise.all(polled.map(([tenantId]) => this.#look(tenantId)));
    if (isFindingCheckpoints) await this.#findCheckpoints();
    for (const lane of this.#lanes()) lane.kick();
  }

  committed(events: readonly SealedAuditEvent[]): void {
    if (this.#stop.aborted) return;
    for (const event of events) {
      this.#tenants.get(event.tenantId)?.tail.take(event);
      this.#lookSoon(event.tenantId);
    }
  }

  async settled(): Promise<void> {
    const lanes = this.#lanes();
    await Promise.all(lanes.map((lane) => lane.settled()));
    if (lanes.some((lane) => lane.isRunning)) await this.settled();
  }

  async stop(): Promise<void> {
    this.#stop.aborted = true;
    await this.settled();
    await Promise.all(this.#lanes().map((lane) => lane.release()));
  }

  #lookSoon(tenantId: string): void {
    if (this.#awaited.has(tenantId)) return;
    this.#awaited.add(tenantId);
    void this.deps
      .wait(TOGETHER_MS)
      .then(() => {
        this.#awaited.delete(tenantId);
        return this.#look(tenantId);
      })
      .catch((fault) => this.deps.failed?.(fault));
  }

  #lanes(): LaneRun[] {
    return [...this.#tenants.values()].flatMap(({ lanes }) => [...lanes.values()]);
  }

  async #findTenants(): Promise<void> {
    for await (const { record } of this.deps.records.all(tenantKind)) this.#tenant(record.tenantId);
  }

  async #findCheckpoints(): Promise<void> {
    const exporting = [...this.#tenants.values()].filter(({ lanes }) => lanes.size > 0);
    await Promise.all(exporting.map(({ tail }) => tail.findCheckpoint()));
  }

  #tenant(tenantId: string): TenantLanes {
    const known = this.#tenants.get(tenantId);
    if (known !== undefined) return known;
    const tail = new TenantTail(this.deps.auditTrail, tenantId);
    const tenant: TenantLanes = { tail, lanes: new Map(), content: undefined };
    this.#tenants.set(tenantId, tenant);
    return tenant;
  }

  // One poll per tenant at a time, so that its tail is read in order; callers meanwhile wait for the next.
  #look(tenantId: string): Promise<void> {
    const before = this.#looking.get(tenantId) ?? Promise.resolve();
    const poll = before
      .catch(() => undefined)
      .then(() => this.#lookOnce(tenantId))
      .finally(() => {
        if (this.#looking.get(tenantId) === poll) this.#looking.delete(tenantId);
      });
    this.#looking.set(tenantId, poll);
    return poll;
  }

  async #lookOnce(tenantId: string): Promise<void> {
    if (this.#stop.aborted) return;
    const tenant = this.#tenant(tenantId);
    const { content } = await this.deps.revisions.revisions(tenantId);
    if (content === tenant.content) return;
    const fresh = await tenant.tail.refresh();
    tenant.content = content;
    if (fresh === undefined || fresh.some(isOfDestinations)) await this.#reload(tenantId, tenant);
    for (const event of fresh ?? []) if (isGoodCheck(event)) tenant.lanes.get(laneOf(event))?.checked();
    for (const lane of tenant.lanes.values()) lane.kick();
  }

  async #reload(tenantId: string, tenant: TenantLanes): Promise<void> {
    const seen = new Set<string>();
    for await (const destination of destinationsOf(this.deps, tenantId)) {
      const key = keyOf(destination);
      seen.add(key);
      const lane = tenant.lanes.get(key);
      if (lane === undefined)
        tenant.lanes.set(key, new LaneRun(this.deps, tenant.tail, destination, this.#stop));
      else lane.update(destination);
    }
    await this.#findReplays(tenantId, tenant);
    for (const [key, lane] of tenant.lanes) if (!seen.has(key)) await this.#drop(tenant, key, lane);
  }

  async #findReplays(tenantId: string, tenant: TenantLanes): Promise<void> {
    const environments = new Set(
      [...tenant.lanes.values()].map(({ destination }) => destination.environmentId),
    );
    for (const environmentId of environments)
      for (const stored of await runningReplays(this.deps, { tenantId, environmentId }))
        tenant.lanes.get(`${environmentId} ${stored.record.destinationId}`)?.replay(stored);
  }

  async #drop(tenant: TenantLanes, key: string, lane: LaneRun): Promise<void> {
    tenant.lanes.delete(key);
    await lane.release();
  }
}

/** Makes a process's engine; any number of processes on one store share the lanes by leases. */
export const makeExportEngine = (deps: ExportDeps): ExportEngine => new Engine(deps);

const keyOf = ({ environmentId, destinationId }: Destination): string => `${environmentId} ${destinationId}`;

const isOfDestinations = ({ resource }: SealedAuditEvent): boolean =>
  resource.resourceType === 'siem_webhook';

const isGoodCheck = ({ eventType, outcome }: SealedAuditEvent): boolean =>
  eventType === 'siem_webhook.test_completed' && outcome === 'success';

const laneOf = ({ environmentId, resource }: SealedAuditEvent): string =>
  `${environmentId} ${resource.resourceId}`;

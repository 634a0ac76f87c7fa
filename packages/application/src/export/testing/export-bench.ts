import {
  type AuditEventType,
  type AuditOutcome,
  addSeconds,
  type Destination,
  type ExportLane,
} from '@govgate/domain';
import { signCheckpointNote } from '@govgate/domain/internal';
import { destinationOf } from '@govgate/domain/testing';
import {
  type DeliveryBatch,
  type DeliverySender,
  destinationKind,
  destinationObservationKind,
  exportLaneKind,
  type GovernanceStore,
  type SendOutcome,
  tenantKind,
} from '@govgate/ports';
import { createMemoryStore, type ManualClock, manualClock, sequentialIds } from '@govgate/ports-testkit';
import { signerOf } from '../../audit/testing/trail-ports.js';
import { auditEventBy, systemCaller } from '../../call/audit-event.js';
import type { ExportDeps } from '../export-deps.js';
import { type ExportEngine, makeExportEngine } from '../export-engine.js';

const TENANT = 'acme';
const ENVIRONMENT = 'production';
export const SCOPE = { tenantId: TENANT, environmentId: ENVIRONMENT };
const START = '2026-03-01T12:00:00.000Z';

/** What a destination was sent: its id, the sequences of one request, and whether they are repeats. */
export interface Sent {
  readonly destinationId: string;
  readonly sequences: readonly number[];
  readonly repeat: boolean;
  readonly by: string;
}

export type Receiver = (batch: DeliveryBatch) => SendOutcome | Promise<SendOutcome>;

export const taken = (batch: DeliveryBatch): SendOutcome => ({
  sent: true,
  items: batch.events.map(() => 'accepted' as const),
  refusedUnreported: 0,
});

export const failing =
  (
    reasonCode: Extract<SendOutcome, { sent: false }>['reasonCode'],
    more: Partial<Extract<SendOutcome, { sent: false }>> = {},
  ): Receiver =>
  (batch) => ({
    sent: false,
    reasonCode,
    verdict: 'retry',
    retryAfterSeconds: null,
    attempted: batch.events.length,
    ...more,
  });

export const sampleDestination = (destinationId: string, more: Partial<Destination> = {}): Destination =>
  destinationOf({
    destinationId,
    retentionPolicy: { metadataRetentionDays: 7, exportFormat: 'json' },
    ...more,
  });

/** A store with a trail and destinations, and engines over it whose receivers answer as configured by the test. */
export class ExportBench {
  readonly clock: ManualClock = manualClock(START);
  readonly ids = sequentialIds();
  readonly sent: Sent[] = [];
  /** The sizes of the checkpoints that destinations were sent. */
  readonly checkpoints: number[] = [];
  readonly faults: unknown[] = [];
  /** How each destination answers; `taken` by default. */
  readonly answers = new Map<string, Receiver>();
  most = 100;

  private constructor(readonly store: GovernanceStore) {}

  static async make(
    destinations: readonly Destination[] = [sampleDestination('dst_1')],
    store: GovernanceStore = createMemoryStore(),
  ): Promise<ExportBench> {
    const bench = new ExportBench(store);
    for (const tenantId of new Set([TENANT, ...destinations.map((one) => one.tenantId)])) {
      const environments = [ENVIRONMENT, 'staging'];
      await bench.#commit(tenantId, 'tenant.imported', tenantId, null, [
        { kind: tenantKind, record: { tenantId, environments }, expectedVersion: null },
      ]);
    }
    for (const record of destinations) await bench.add(record);
    return bench;
  }

  async add(record: Destination): Promise<void> {
    await this.#commit(record.tenantId, 'siem_webhook.created', record.destinationId, record.environmentId, [
      { kind: destinationKind, record, expectedVersion: null },
    ]);
  }

  async put(record: Destination): Promise<void> {
    await this.#commit(record.tenantId, 'siem_webhook.updated', record.destinationId, record.environmentId, [
      { kind: destinationKind, record, expectedVersion: 'any' },
    ]);
  }

  /** Events as a change of a policy writes them. */
  async publish(count: number, environmentId: string | null = ENVIRONMENT, tenantId = TENANT): Promise<void> {
    for (let i = 0; i < count; i += 1)
      await this.#commit(tenantId, 'policy.published', `pol_${i}`, environmentId, []);
  }

  async event(
    eventType: AuditEventType,
    resourceId: string,
    outcome: AuditOutcome = 'success',
    environmentId: string | null = ENVIRONMENT,
  ): Promise<void> {
    await this.#commit(TENANT, eventType, resourceId, environmentId, [], outcome);
  }

  /** Keeps a signed checkpoint of a size. */
  async sign(size: number, tenantId = TENANT): Promise<void> {
    const { publicKey, sign } = signerOf(1);
    const root = new Uint8Array(32).fill(size % 256);
    const head = { tenantId, size, root, headHash: null, signedAt: this.clock.now() };
    await this.store.auditTrail.addCheckpoint(signCheckpointNote(head, publicKey, sign), []);
  }

  engine(holder = 'one', more: Partial<ExportDeps> = {}): ExportEngine {
    return makeExportEngine({ ...this.deps(holder), ...more });
  }

  deps(holder: string): ExportDeps {
    const sender: DeliverySender = {
      send: async (batch) => {
        const { destinationId } = batch.target;
        const sizes = batch.events.flatMap(({ checkpoint }) => checkpoint?.treeSize ?? []);
        this.checkpoints.push(...sizes);
        if (sizes.length > 0) return (this.answers.get(destinationId) ?? taken)(batch);
        this.sent.push({
          destinationId,
          sequences: batch.events.map(({ event }) => event.sequence),
          repeat: batch.events.some(({ repeat }) => repeat),
          by: holder,
        });
        return (this.answers.get(destinationId) ?? taken)(batch);
      },
      mostEvents: () => this.most,
    };
    return {
      ...this.store,
      clock: this.clock,
      ids: this.ids,
      sender,
      holder,
      random: () => 0.5,
      wait: () => Promise.resolve(),
      failed: (fault) => this.faults.push(fault),
    };
  }

  /** Ticks until nothing more happens. */
  async run(engine: ExportEngine, ticks = 2): Promise<void> {
    for (let i = 0; i < ticks; i += 1) {
      await engine.tick();
      await engine.settled();
    }
  }

  async lane(destinationId = 'dst_1'): Promise<ExportLane | undefined> {
    return (await this.store.records.get(exportLaneKind, SCOPE, destinationId))?.record;
  }

  async observed(destinationId = 'dst_1') {
    return (await this.store.records.get(destinationObservationKind, SCOPE, destinationId))?.record;
  }

  async destination(destinationId = 'dst_1') {
    return (await this.store.records.get(destinationKind, SCOPE, destinationId))?.record;
  }

  /** Every sequence that a destination was sent, in order, repeats included. */
  sequences(destinationId = 'dst_1'): number[] {
    return this.sent
      .filter((one) => one.destinationId === destinationId)
      .flatMap(({ sequences }) => sequences);
  }

  async trail(eventType: AuditEventType) {
    const query = { filter: { eventType }, direction: 'asc', limit: 200 } as const;
    return (await this.store.auditTrail.page(TENANT, query)).items;
  }

  advance(seconds: number): void {
    this.clock.advance(seconds * 1_000);
  }

  async #commit(
    tenantId: string,
    eventType: AuditEventType,
    resourceId: string,
    environmentId: string | null,
    changes: Parameters<GovernanceStore['unitOfWork']['commit']>[0]['changes'],
    outcome: AuditOutcome = 'success',
  ): Promise<void> {
    const caller = systemCaller('cli', tenantId, 'req_1');
    const facts = { eventType, action: 'test', environmentId, resourceId, outcome };
    const event = auditEventBy({ clock: this.clock, ids: this.ids }, caller, facts);
    const done = await this.store.unitOfWork.commit({ changes, audit: [event] });
    if (!done.committed) throw new Error(`not committed: ${JSON.stringify(done.conflict)}`);
  }
}

export const later = (seconds: number): string => addSeconds(START, seconds);

import {
  addSeconds,
  type DeadLetter,
  type DeliveryReason,
  type Destination,
  type ExportDelivery,
  type ExportLane,
  epochMsOf,
  type Scope,
} from '@govgate/domain';
import { KEPT_DELIVERIES, newExportLane, withLease, withoutLease } from '@govgate/domain/internal';
import {
  type Change,
  type CommitBatch,
  deadLetterKind,
  exportDeliveryKind,
  exportLaneKind,
  type ObservedKind,
  type Put,
} from '@govgate/ports';
import type { ExportDeps } from './export-deps.js';

/** A request takes at most 15 seconds; it starts only if the lease lasts longer. */
const LEFT_FOR_A_SEND_MS = 17_000;
/** How often deliveries are saved: what is sent again after a crash was sent within this time. */
const SAVE_EVERY_MS = 1_000;

/** Why a lane was not acquired: it is held until then, or there is nothing to deliver. */
export interface NotTaken {
  readonly until: number;
  readonly nothingUpTo: number;
  readonly noCheckpointUpTo: number;
}

interface Run {
  readonly firstSequence: number;
  lastSequence: number;
  events: number;
  latencyMs: number;
}

/**
 * A lane held by this process. Each write names the held version, so that after somebody else took over, nothing this process still does
 * has any effect: it learns that the lane is lost.
 */
export class HeldLane {
  #version: number | null;
  #savedAt: number;
  #saved: ExportLane | undefined;
  #run: Run | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  lane: ExportLane;

  private constructor(
    private readonly deps: ExportDeps,
    lane: ExportLane,
    version: number | null,
  ) {
    this.lane = lane;
    this.#version = version;
    this.#savedAt = deps.clock.epochMs();
  }

  /** Acquires a destination's lane if there is something to deliver up to `head`, or if a new lane's start must be recorded. */
  static async take(
    deps: ExportDeps,
    destination: Destination,
    { head, checkpoint }: { readonly head: number; readonly checkpoint: number },
  ): Promise<HeldLane | NotTaken> {
    const stored = await deps.records.get(exportLaneKind, scopeOf(destination), destination.destinationId);
    const isThrough =
      stored !== undefined &&
      stored.record.sequence >= head &&
      (stored.record.checkpointSize ?? 0) >= checkpoint;
    if (isThrough) return { until: 0, nothingUpTo: head, noCheckpointUpTo: checkpoint };
    const now = deps.clock.now();
    const lane = stored?.record ?? newExportLane(destination, await startOf(deps, destination), now);
    if (withLease(lane, deps.holder, now) === undefined)
      return { until: epochMsOf(lane.leaseUntil), nothingUpTo: -1, noCheckpointUpTo: -1 };
    const held = new HeldLane(deps, lane, stored?.version ?? null);
    return (await held.save()) ? held : { until: 0, nothingUpTo: -1, noCheckpointUpTo: -1 };
  }

  /** Whether there are unsaved deliveries. */
  get isDirty(): boolean {
    return this.lane !== this.#saved;
  }

  /** Whether a request may start: the lease outlasts it, and is renewed if it would not. */
  async isReady(): Promise<boolean> {
    const left = epochMsOf(this.lane.leaseUntil) - this.deps.clock.epochMs();
    return left > LEFT_FOR_A_SEND_MS || this.save();
  }

  /** Records a delivery, saved with the next save. */
  note(lane: ExportLane, events: number, latencyMs: number): void {
    const run = this.#run ?? {
      firstSequence: this.lane.sequence + 1,
      lastSequence: 0,
      events: 0,
      latencyMs: 0,
    };
    run.lastSequence = lane.sequence;
    run.events += events;
    run.latencyMs = Math.max(run.latencyMs, latencyMs);
    this.#run = run;
    this.lane = lane;
  }

  /** Saves unless that was done very recently. */
  async saveInTime(): Promise<boolean> {
    const isEarly = this.deps.clock.epochMs() - this.#savedAt < SAVE_EVERY_MS;
    return !this.isDirty || isEarly || this.save();
  }

  /** Saves pending deliveries and renews the lease; false: somebody else holds the lane by now. */
  save(letters: readonly DeadLetter[] = []): Promise<boolean> {
    return this.#inTurn(() => this.#observe([...this.#delivery('delivered'), ...letters.map(letterPut)]));
  }

  /** The same with a commit that adds events to the trail. */
  commit(batch: Pick<CommitBatch, 'audit'>, letters: readonly DeadLetter[]): Promise<boolean> {
    return this.#inTurn(async () => {
      const more = [...this.#delivery('delivered'), ...letters.map(letterPut)];
      const put = this.#renewed();
      if (put === undefined) return false;
      const { committed } = await this.deps.unitOfWork.commit({ ...batch, changes: [put, ...more] });
      return this.#written(committed, put.record);
    });
  }

  /** Saves a failed attempt. */
  fail(
    change: (lane: ExportLane) => ExportLane,
    reasonCode: DeliveryReason,
    latencyMs: number,
  ): Promise<boolean> {
    return this.#inTurn(() => {
      const before = this.#delivery('delivered');
      const { sequence } = this.lane;
      this.#run = { firstSequence: sequence + 1, lastSequence: sequence + 1, events: 0, latencyMs };
      const attempt = this.#delivery(reasonCode);
      this.lane = change(this.lane);
      return this.#observe([...before, ...attempt]);
    });
  }

  /** Releases the lane, so that another process need not wait for the lease to expire. */
  release(): Promise<boolean> {
    return this.#inTurn(async () => {
      const more = this.#delivery('delivered');
      const record = withoutLease(this.lane);
      const put = { kind: exportLaneKind, record, expectedVersion: this.#version };
      return (await this.deps.unitOfWork.observe([put, ...more])).committed;
    });
  }

  // The lane and a concurrent replay both write: each names the version left by the previous write.
  #inTurn<T>(write: () => Promise<T>): Promise<T> {
    const pending = this.#turn.catch(() => undefined).then(write);
    this.#turn = pending;
    return pending;
  }

  /** The lane with a renewed lease, ready to be written; later deliveries belong to the next write. */
  #renewed(): (Put<typeof exportLaneKind> & Change) | undefined {
    const lane = withLease(this.lane, this.deps.holder, this.deps.clock.now());
    if (lane === undefined) return undefined;
    this.lane = lane;
    return { kind: exportLaneKind, record: lane, expectedVersion: this.#version };
  }

  async #observe(more: readonly Change<ObservedKind>[]): Promise<boolean> {
    const put = this.#renewed();
    if (put === undefined) return false;
    const { committed } = await this.deps.unitOfWork.observe([put, ...more]);
    return this.#written(committed, put.record);
  }

  #written(committed: boolean, lane: ExportLane): boolean {
    if (!committed) return false;
    this.#version = (this.#version ?? 0) + 1;
    this.#savedAt = this.deps.clock.epochMs();
    this.#saved = lane;
    return true;
  }

  /** Deliveries since the last save, as one attempt; it replaces the oldest one kept. */
  #delivery(reasonCode: DeliveryReason): Change<typeof exportDeliveryKind>[] {
    const run = this.#run;
    if (run === undefined) return [];
    this.#run = undefined;
    this.lane = { ...this.lane, attempts: this.lane.attempts + 1 };
    const { destinationId, tenantId, environmentId, attempts } = this.lane;
    const record: ExportDelivery = {
      deliveryId: `${destinationId}.${attempts % KEPT_DELIVERIES}`,
      destinationId,
      tenantId,
      environmentId,
      attempt: attempts,
      attemptedAt: this.deps.clock.now(),
      ...run,
      reasonCode,
      replayId: null,
    };
    return [{ kind: exportDeliveryKind, record, expectedVersion: 'any' }];
  }
}

const letterPut = (record: DeadLetter): Change<typeof deadLetterKind> => ({
  kind: deadLetterKind,
  record,
  expectedVersion: 'any',
});

export const scopeOf = ({ tenantId, environmentId }: Scope): Scope => ({ tenantId, environmentId });

/**
 * The start of a new lane: the event of the destination's creation, so that nothing since is missed, however late the first worker comes. A
 * destination older than continuous export starts now.
 */
const startOf = async ({ auditTrail }: ExportDeps, destination: Destination): Promise<number> => {
  const { tenantId, destinationId } = destination;
  if (destination.exportSettings !== undefined) {
    // The record's time and that of its event are read one after the other.
    const from = addSeconds(destination.createdAt, -1);
    const filter = { resourceType: 'siem_webhook', resourceId: destinationId, from } as const;
    const { items } = await auditTrail.page(tenantId, { filter, direction: 'asc', limit: 1 });
    if (items[0] !== undefined) return items[0].sequence - 1;
  }
  return (await auditTrail.head(tenantId)).sequence;
};

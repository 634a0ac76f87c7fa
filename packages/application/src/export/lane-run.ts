import {
  addSeconds,
  afterChange,
  afterDelivery,
  afterFailure,
  type DeadLetter,
  type Destination,
  epochMsOf,
  hasFailedTooLong,
  MOST_REFUSED_IN_A_ROW,
  REFUSAL_TOLD_SECONDS,
  type SealedAuditEvent,
  wantsEvent,
} from '@govgate/domain';
import type { StopSignal } from '@govgate/ports';
import { auditEventBy, systemCaller } from '../call/audit-event.js';
import { disableFailing } from './disable-failing.js';
import type { ExportDeps } from './export-deps.js';
import { HeldLane } from './held-lane.js';
import { letterOfSealed, lettersOf } from './letters-of.js';
import { observeDelivery } from './observe-delivery.js';
import { type Halt, type Progress, sendBatch, sendCheckpoint } from './send-batch.js';
import type { TenantTail } from './tenant-tail.js';

/** How many events are read at a time; what a destination does not want among them costs nothing more. */
const READ_AT_ONCE = 2_000;
const BUSY = 'rate_limited';
const TOLD_EVERY_MS = 30_000;

/** Delivers one destination's events, one request at a time, for as long as there are any. */
export class LaneRun {
  #held: HeldLane | undefined;
  /** No sense in looking before this moment, in milliseconds since 1970. */
  #notBefore = 0;
  /** Nothing was to be done up to this sequence when the lane, which nobody held, was looked at. */
  #nothingUpTo = -1;
  /** The same of checkpoints. */
  #noCheckpointUpTo = -1;
  /** At most so many events a request, after a larger one was refused. */
  #most = Number.POSITIVE_INFINITY;
  #toldAt = 0;
  #running: Promise<void> | undefined;
  #again = false;
  #revivals = 0;

  constructor(
    private readonly deps: ExportDeps,
    private readonly tail: TenantTail,
    public destination: Destination,
    private readonly stop: StopSignal,
  ) {}

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** How often something gave reason to try again at once. */
  get revivals(): number {
    return this.#revivals;
  }

  /** Whether this process delivers for the destination now. */
  get held(): HeldLane | undefined {
    return this.#held;
  }

  /** The destination as it stands now; a change of it is worth another try at once. */
  update(destination: Destination): void {
    if (destination.updatedAt !== this.destination.updatedAt) this.#revive();
    this.destination = destination;
  }

  /** A check of the destination succeeded. */
  checked(): void {
    this.#revive();
  }

  /** Looks whether there is something to deliver, now or right after the look under way. */
  kick(): void {
    if (this.#running !== undefined) {
      this.#again = true;
      return;
    }
    if (!this.#hasReason()) return;
    this.#running = this.#runAll().finally(() => {
      this.#running = undefined;
    });
  }

  async settled(): Promise<void> {
    await this.#running;
  }

  /** The lane in this process's hands, taken for a replay even where nothing new is to be delivered; undefined: somebody else has it. */
  async heldForReplay(): Promise<HeldLane | undefined> {
    if (this.deps.clock.epochMs() < this.#notBefore || !this.destination.enabled) return undefined;
    if (this.#held !== undefined) return this.#held;
    await this.settled();
    return (await this.#hold(Number.POSITIVE_INFINITY)) ? this.#held : undefined;
  }

  /** The lane was found to be somebody else's by now. */
  lose(held: HeldLane): void {
    if (this.#held === held) this.#lost();
  }

  #hasReason(): boolean {
    if (!this.destination.enabled || this.deps.clock.epochMs() < this.#notBefore) return false;
    const reached = this.#held?.lane.sequence ?? this.#nothingUpTo;
    return reached < this.tail.head || this.#held?.isDirty === true || this.#hasCheckpoint();
  }

  #hasCheckpoint(): boolean {
    const told = this.#held === undefined ? this.#noCheckpointUpTo : (this.#held.lane.checkpointSize ?? 0);
    return told < (this.tail.checkpoint?.size ?? 0);
  }

  async release(): Promise<void> {
    await this.settled();
    await this.#held?.release().catch(() => undefined);
    this.#held = undefined;
  }

  #revive(): void {
    this.#notBefore = 0;
    this.#revivals += 1;
    if (this.#held !== undefined) this.#held.lane = afterChange(this.#held.lane);
  }

  async #runAll(): Promise<void> {
    try {
      do {
        this.#again = false;
        await this.#run();
      } while (this.#again && !this.stop.aborted);
    } catch (fault) {
      // The store did not answer: what was written is not known, so the lane is taken anew.
      this.#held = undefined;
      this.deps.failed?.(fault);
    }
  }

  async #run(): Promise<void> {
    if (!this.destination.enabled || !(await this.#hold())) return;
    while (!this.stop.aborted && this.destination.enabled && this.#held !== undefined) {
      const { lane } = this.#held;
      const waitsUntil = lane.nextAttemptAt === null ? 0 : epochMsOf(lane.nextAttemptAt);
      if (waitsUntil > this.deps.clock.epochMs()) {
        this.#notBefore = waitsUntil;
        break;
      }
      const events = await this.tail.read(lane.sequence, READ_AT_ONCE);
      if (events.length === 0) {
        await this.#sendCheckpoint();
        break;
      }
      if (!(await this.#passSealed(events)) || !(await this.#deliver(events))) break;
    }
    if (this.#held !== undefined && !(await this.#held.saveInTime())) this.#lost();
  }

  async #hold(head = this.tail.head): Promise<boolean> {
    if (this.#held !== undefined) return true;
    const checkpoint = this.tail.checkpoint?.size ?? 0;
    const taken = await HeldLane.take(this.deps, this.destination, { head, checkpoint });
    if (taken instanceof HeldLane) {
      this.#held = taken;
      if (isStale(taken, this.destination)) taken.lane = afterChange(taken.lane);
      return true;
    }
    this.#notBefore = taken.until;
    this.#nothingUpTo = taken.nothingUpTo;
    this.#noCheckpointUpTo = taken.noCheckpointUpTo;
    return false;
  }

  #lost(): false {
    this.#held = undefined;
    return false;
  }

  /**
   * Sends the newest checkpoint behind the events that it is about; older ones say nothing that it does not. One that the
   * receiver refuses for itself is passed over, as it is no event.
   */
  async #sendCheckpoint(): Promise<void> {
    const { checkpoint } = this.tail;
    const held = this.#held;
    if (checkpoint === undefined || held === undefined || this.stop.aborted) return;
    if (checkpoint.size > held.lane.sequence || checkpoint.size <= (held.lane.checkpointSize ?? 0)) return;
    if (!(await held.isReady())) return void this.#lost();
    const startedAt = this.deps.clock.epochMs();
    const came = await sendCheckpoint(this.deps.sender, this.destination, checkpoint);
    if (came !== 'done') return void (await this.#halt(held, came, this.deps.clock.epochMs() - startedAt));
    const now = this.deps.clock.now();
    held.lane = { ...afterDelivery(held.lane, 0, now), checkpointSize: checkpoint.size };
  }

  /** Events left the trail before this destination came to them: that is set aside and told, and the lane goes on behind them. */
  async #passSealed([first]: readonly SealedAuditEvent[]): Promise<boolean> {
    const held = this.#held;
    if (held === undefined || first === undefined || first.sequence === held.lane.sequence + 1) return true;
    const last = first.sequence - 1;
    const now = this.deps.clock.now();
    const letter = letterOfSealed(this.destination, held.lane.sequence + 1, last, now);
    held.lane = { ...held.lane, sequence: last, refused: held.lane.refused + letter.count };
    return (await this.#setAside(held, [letter])) || this.#lost();
  }

  /** Delivers what is wanted of some events; false: something stands in the way. */
  async #deliver(events: readonly SealedAuditEvent[]): Promise<boolean> {
    const most = await this.deps.sender.mostEvents(this.destination);
    const last = events.at(-1)?.sequence ?? 0;
    let rest: readonly SealedAuditEvent[] | undefined = events.filter((event) =>
      wantsEvent(this.destination, event),
    );
    while (rest !== undefined && rest.length > 0) rest = await this.#step(rest, last, most);
    const held = this.#held;
    if (rest === undefined || held === undefined) return false;
    if (held.lane.sequence < last) held.lane = { ...held.lane, sequence: last };
    return (await held.saveInTime()) || this.#lost();
  }

  /** One request: gives what is left to send, or undefined where something stands in the way. */
  async #step(
    rest: readonly SealedAuditEvent[],
    last: number,
    most: number,
  ): Promise<readonly SealedAuditEvent[] | undefined> {
    const held = this.#held;
    if (held === undefined || this.stop.aborted || !this.destination.enabled) return undefined;
    if (!(await held.isReady())) return void this.#lost();
    const startedAt = this.deps.clock.epochMs();
    const asked = { most: Math.min(most, this.#most), repeat: false };
    const came = await sendBatch(this.deps.sender, this.destination, rest, asked);
    const latencyMs = this.deps.clock.epochMs() - startedAt;
    if (came.moved === 'smaller') {
      this.#most = came.most;
      return rest;
    }
    if (!came.moved) return void (await this.#halt(held, came, latencyMs));
    const next = without(rest.slice(came.consumed), came);
    const reached = (next[0]?.sequence ?? last + 1) - 1;
    return (await this.#moved(held, rest, came, reached, latencyMs)) ? next : undefined;
  }

  async #moved(
    held: HeldLane,
    sent: readonly SealedAuditEvent[],
    came: Progress,
    reached: number,
    latencyMs: number,
  ): Promise<boolean> {
    const { accepted, refused, refusedUntold } = came;
    const inARow = accepted > 0 ? 0 : held.lane.refusedInARow + refused.length;
    if (inARow >= MOST_REFUSED_IN_A_ROW) {
      const reasonCode = refused[0]?.reasonCode ?? BUSY;
      return this.#halt(held, { moved: false, reasonCode, gone: false, retryAfterSeconds: null }, latencyMs);
    }
    const now = this.deps.clock.now();
    const delivered = accepted > 0 ? afterDelivery(held.lane, accepted, now) : held.lane;
    const lane = {
      ...delivered,
      sequence: reached,
      refused: delivered.refused + refused.length + refusedUntold,
      refusedInARow: inARow,
    };
    held.note(lane, accepted, latencyMs);
    this.#most *= 2;
    this.deps.report?.({
      destinationId: lane.destinationId,
      reasonCode: accepted > 0 ? 'delivered' : 'payload_rejected',
      delivered: accepted,
      refused: refused.length + refusedUntold,
    });
    if (accepted > 0) await this.#tellDelivered();
    const letters = lettersOf(this.destination, sent, came, now);
    const saved = letters.length > 0 ? await this.#setAside(held, letters) : await held.saveInTime();
    return saved || this.#lost();
  }

  /** Success after success is told once in a while: reading how the destination stands would cost more than the delivery. */
  async #tellDelivered(): Promise<void> {
    const nowMs = this.deps.clock.epochMs();
    if (nowMs - this.#toldAt < TOLD_EVERY_MS) return;
    this.#toldAt = nowMs;
    await observeDelivery(this.deps, this.destination, 'delivered');
  }

  /** What a request that came to nothing means: wait, or, after too long or when it is said to be over, disable. */
  async #halt(held: HeldLane, halt: Halt, latencyMs: number): Promise<false> {
    const now = this.deps.clock.now();
    const { reasonCode, retryAfterSeconds } = halt;
    const facts = { retryAfterSeconds, random: this.deps.random(), now };
    const written = await held.fail((lane) => afterFailure(lane, reasonCode, facts), reasonCode, latencyMs);
    this.deps.report?.({ destinationId: held.lane.destinationId, reasonCode, delivered: 0, refused: 0 });
    this.#toldAt = 0;
    await observeDelivery(this.deps, this.destination, reasonCode);
    if (!written) return this.#lost();
    this.#notBefore = held.lane.nextAttemptAt === null ? 0 : epochMsOf(held.lane.nextAttemptAt);
    const because = halt.gone ? 'endpoint_gone' : 'retries_exhausted';
    if (halt.gone || hasFailedTooLong(held.lane, now))
      await disableFailing(this.deps, this.destination, because);
    return false;
  }

  /** Keeps what was refused with the place of the lane, and tells the trail of it, once an hour at most. */
  async #setAside(held: HeldLane, letters: readonly DeadLetter[]): Promise<boolean> {
    const { destinationId, tenantId, environmentId } = this.destination;
    const now = this.deps.clock.now();
    const toldAt = held.lane.refusalToldAt;
    if (toldAt !== null && toldAt > addSeconds(now, -REFUSAL_TOLD_SECONDS)) return held.save(letters);
    held.lane = { ...held.lane, refusalToldAt: now };
    const caller = systemCaller('worker', tenantId, this.deps.ids.mint('request'));
    const event = auditEventBy(this.deps, caller, {
      eventType: 'siem_webhook.events_refused',
      action: 'deliver',
      environmentId,
      resourceId: destinationId,
      outcome: 'failure',
      reasonCode: letters[0]?.reasonCode,
      relatedIds: letters.slice(0, 100).map(namedIn),
    });
    return held.commit({ audit: [event] }, letters);
  }
}

/** How an event names a letter: by its event or, where that is gone, by its range. */
const namedIn = ({ eventId, sequence, lastSequence }: DeadLetter): string =>
  eventId === '' ? `${sequence}-${lastSequence}` : eventId;

/** Events without those that were refused. */
const without = (events: readonly SealedAuditEvent[], { refused }: Progress): readonly SealedAuditEvent[] => {
  if (refused.length === 0) return events;
  const gone = new Set(refused.map(({ event }) => event.sequence));
  return events.filter(({ sequence }) => !gone.has(sequence));
};

/** Whether the destination was changed after it was last tried, by a process that does not live any more. */
const isStale = ({ lane }: HeldLane, { updatedAt }: Destination): boolean =>
  lane.failuresInARow > 0 && updatedAt > (lane.lastAttemptAt ?? '');

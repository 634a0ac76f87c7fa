import { type Destination, epochMsOf, type Instant, type SealedAuditEvent } from '@govgate/domain';
import { afterDelivery, disabledFrom } from '@govgate/domain/internal';
import type { Settling } from '@govgate/ports';
import { addDeadLetters } from './add-dead-letters.js';
import { Doubtful } from './doubtful.js';
import type { ExportDeps } from './export-deps.js';
import { failLane } from './fail-lane.js';
import type { HeldLane } from './held-lane.js';
import { lettersOf } from './letters-of.js';
import { observeDelivery } from './observe-delivery.js';
import { type Halt, halt, isLost, type Progress } from './send-batch.js';
import { Unsettled, type UnsettledBatch } from './unsettled.js';

const REPORT_EVERY_MS = 30_000;

/** A destination's lane as known to this process, held or not. */
export interface KnownLane {
  /** The current state: it may change between two requests. */
  readonly destination: Destination;
  /** No request before this time, in milliseconds since 1970. */
  notBefore: number;
}

/** What came of a request. */
interface Moved {
  readonly sent: readonly SealedAuditEvent[];
  readonly came: Progress;
  /** The lane's position after it. */
  readonly reached: number;
  readonly latencyMs: number;
}

/**
 * What became of what a held lane sent: its position is saved after settled deliveries; anything sent since is sent again if it, or the lane,
 * is lost. Methods that say false: the lane cannot continue now.
 */
export class LaneProgress {
  readonly #unsettled = new Unsettled();
  readonly #doubtful = new Doubtful();
  /** The end of the trail when all of the few events there were was refused: a later event shows whether it is them. */
  #fewRefusedUpTo: number | undefined;
  /** Most events per request, after a larger one was refused. */
  #most = Number.POSITIVE_INFINITY;
  #toldAt = 0;
  #isLost = false;

  constructor(
    private readonly deps: ExportDeps,
    private readonly known: KnownLane,
    readonly held: HeldLane,
  ) {}

  /** Whether somebody else holds the lane by now. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** The last event sent, settled or not, or refused. */
  get reached(): number {
    return this.#unsettled.newest?.reached ?? this.#doubtful.reached ?? this.held.lane.sequence;
  }

  /** Most events of the next request. */
  get most(): number {
    return this.#most;
  }

  /** How many events were sent and have not settled. */
  get unsettledEvents(): number {
    return this.#unsettled.events;
  }

  /** The last request that has not settled. */
  get unsettled(): Settling | undefined {
    return this.#unsettled.newest?.settling;
  }

  /** Whether the last events were all refused, and none after them accepted yet. */
  get isDoubtful(): boolean {
    return this.#doubtful.count > 0;
  }

  /** Whether it waits for an event that comes after a refusal of all there was. */
  get waitsForOthers(): boolean {
    return this.#fewRefusedUpTo !== undefined;
  }

  /** Whether an event that came after a refusal of all there was may show more than waiting does. */
  mayLearn(head: number): boolean {
    return this.#fewRefusedUpTo !== undefined && head > this.#fewRefusedUpTo;
  }

  /** Somebody else holds the lane by now. */
  lose(): false {
    this.#isLost = true;
    this.#unsettled.clear();
    return false;
  }

  /** A request was too large. */
  sendLess(most: number): void {
    this.#most = most;
  }

  /** Something was sent that is not known to have arrived. */
  addUnsettled(batch: UnsettledBatch): void {
    this.#unsettled.add(batch);
  }

  /** Passes over unwanted events up to a sequence. */
  passOver(last: number): void {
    const { held } = this;
    if (this.#unsettled.events > 0) this.#unsettled.passOver(last);
    else if (this.isDoubtful) this.#doubtful.passOver(last);
    else if (held.lane.sequence < last) held.lane = { ...held.lane, sequence: last };
  }

  /** Moves the lane past settled deliveries, and waits until a limited number are unsettled. */
  async settleTo(most: number): Promise<boolean> {
    for (let batch = this.#unsettled.oldest; batch !== undefined; batch = this.#unsettled.oldest) {
      if (!this.#unsettled.hasCome && this.#unsettled.events <= most) break;
      if (!(await this.held.isReady())) return this.lose();
      const reasonCode = await batch.settling.done;
      if (this.#isLost) return false;
      const { reached, latencyMs } = batch;
      if (isLost(reasonCode)) return this.halt(halt(reasonCode), latencyMs);
      this.#unsettled.removeOldest();
      if (!(await this.move({ sent: [], came: settled(batch), reached, latencyMs }))) return false;
    }
    return true;
  }

  /** Moves the lane past what a request came to, and sets aside what was refused. */
  async move({ sent, came, reached, latencyMs }: Moved): Promise<boolean> {
    const { held } = this;
    const { accepted, refused, refusedUnreported } = came;
    const now = this.deps.clock.now();
    const letters = lettersOf(this.known.destination, { sent, came }, now);
    if (accepted === 0 && letters.length > 0) {
      this.#doubtful.add(letters, refused.length + refusedUnreported, reached);
      return this.#doubtful.isTooMany ? this.refusedAll(latencyMs) : true;
    }
    const before = this.#doubtful.take();
    const refusedNow = before.count + refused.length + refusedUnreported;
    const delivered = accepted > 0 ? afterDelivery(held.lane, accepted, now) : held.lane;
    held.note(
      { ...delivered, sequence: reached, refused: delivered.refused + refusedNow },
      accepted,
      latencyMs,
    );
    this.#most *= 2;
    this.#fewRefusedUpTo = undefined;
    this.#report(accepted, refusedNow);
    if (accepted > 0) await this.#tellDelivered();
    const deadLetters = [...before.letters, ...letters];
    const saved =
      deadLetters.length > 0
        ? await addDeadLetters(this.deps, { destination: this.known.destination, held }, deadLetters)
        : await held.saveInTime();
    return saved || this.lose();
  }

  #report(delivered: number, refused: number): void {
    const { tenantId, environmentId, destinationId } = this.held.lane;
    const outcome = { reasonCode: 'delivered', delivered, refused } as const;
    this.deps.report?.({ tenantId, environmentId, destinationId, ...outcome });
  }

  /** Repeated successes are recorded once in a while: reading the destination's status would cost more than the delivery. */
  async #tellDelivered(): Promise<void> {
    const nowMs = this.deps.clock.epochMs();
    if (nowMs - this.#toldAt < REPORT_EVERY_MS) return;
    this.#toldAt = nowMs;
    await observeDelivery(this.deps, this.known.destination, 'delivered');
  }

  /** The receiver took none of the events: it refuses the stream, and all of them are sent again. */
  async refusedAll(latencyMs: number): Promise<false> {
    const { reasonCode, isTooMany } = this.#doubtful;
    const upTo = isTooMany ? undefined : this.reached;
    await this.halt(halt(reasonCode), latencyMs);
    this.#fewRefusedUpTo = upTo;
    if (upTo !== undefined) this.known.notBefore = 0;
    return false;
  }

  /** A failed request: whatever was sent before it and has not settled is to be sent again too. */
  async halt(came: Halt, latencyMs: number): Promise<false> {
    const { held } = this;
    this.#unsettled.clear();
    this.#doubtful.take();
    this.#fewRefusedUpTo = undefined;
    this.#toldAt = 0;
    if (!(await failLane(this.deps, { destination: this.known.destination, held }, { came, latencyMs })))
      return this.lose();
    this.known.notBefore = Math.min(
      msOf(held.lane.nextAttemptAt, 0),
      msOf(disabledFrom(held.lane), Number.POSITIVE_INFINITY),
    );
    return false;
  }
}

/** An instant in milliseconds since 1970. */
export const msOf = (instant: Instant | null, otherwise: number): number =>
  instant === null ? otherwise : epochMsOf(instant);

/** The outcome of a settled batch. */
const settled = ({ events }: UnsettledBatch): Progress => ({
  outcome: 'consumed',
  consumed: events,
  accepted: events,
  refused: [],
  refusedUnreported: 0,
});

import {
  afterDelivery,
  type Destination,
  disabledFrom,
  epochMsOf,
  type Instant,
  type SealedAuditEvent,
} from '@govgate/domain';
import type { StopSignal } from '@govgate/ports';
import { disableFailing } from './disable-failing.js';
import { Doubtful } from './doubtful.js';
import type { ExportDeps } from './export-deps.js';
import { failLane } from './fail-lane.js';
import type { HeldLane } from './held-lane.js';
import { isSentTo } from './is-sent-to.js';
import { letterOfSealed, lettersOf } from './letters-of.js';
import { observeDelivery } from './observe-delivery.js';
import {
  type Halt,
  halt,
  isLost,
  type Progress,
  sendBatch,
  sendCheckpoint,
  withoutRefused,
} from './send-batch.js';
import { setAside } from './set-aside.js';
import type { TenantTail } from './tenant-tail.js';
import { MOST_UNSETTLED_EVENTS, Unsettled, type UnsettledBatch } from './unsettled.js';

/** Events read at a time; those the destination does not want cost nothing more. */
const READ_AT_ONCE = 2_000;
const TOLD_EVERY_MS = 30_000;

/** A destination's lane as known to this process, held or not. */
export interface KnownLane {
  /** The current state: it may change between two requests. */
  readonly destination: Destination;
  /** No request before this time, in milliseconds since 1970. */
  notBefore: number;
}

type Events = readonly SealedAuditEvent[];

interface Moved {
  readonly sent: Events;
  readonly came: Progress;
  readonly reached: number;
  readonly latencyMs: number;
}

/**
 * Sends what a held lane's destination has not received, one request after the other, and moves the lane. Its position is saved after
 * settled deliveries; anything sent since is sent again if it, or the lane, is lost.
 */
export class LaneSend {
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
    private readonly tail: TenantTail,
    private readonly known: KnownLane,
    private readonly stop: StopSignal,
    readonly held: HeldLane,
  ) {}

  /** Whether somebody else holds the lane by now. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Another request of this process found out. */
  lose(): void {
    this.#lost();
  }

  /** Continues until there is nothing more, something fails or a stop is requested; nothing is unsettled then. */
  async run(): Promise<void> {
    while (this.#mayGoOn() && (await this.#round()));
    if ((await this.#settleTo(0)) && !this.#isLost && !(await this.held.saveInTime())) this.#lost();
  }

  #mayGoOn(): boolean {
    return !this.stop.aborted && this.known.destination.enabled && !this.#isLost;
  }

  async #round(): Promise<boolean> {
    const { lane } = this.held;
    const nowMs = this.deps.clock.epochMs();
    const disabledAt = msOf(disabledFrom(lane), Number.POSITIVE_INFINITY);
    if (disabledAt <= nowMs) {
      await disableFailing(this.deps, this.known.destination, 'retries_exhausted');
      return false;
    }
    const waitsUntil = Math.min(msOf(lane.nextAttemptAt, 0), disabledAt);
    if (waitsUntil > nowMs && !this.#mayLearn()) {
      if (this.#fewRefusedUpTo === undefined) this.known.notBefore = waitsUntil;
      return false;
    }
    const events = await this.tail.read(this.#reached, READ_AT_ONCE);
    if (events.length > 0) return (await this.#passSealed(events)) && this.#deliver(events);
    // While the oldest settles, more may be committed.
    const waiting = this.#unsettled.events;
    if (waiting > 0) return this.#settleTo(waiting - 1);
    if (this.#doubtful.count > 0) return this.#refusedAll(0);
    await this.#sendCheckpoint();
    return false;
  }

  /** The last event sent, settled or not, or refused. */
  get #reached(): number {
    return this.#unsettled.newest?.reached ?? this.#doubtful.reached ?? this.held.lane.sequence;
  }

  /** Whether an event that came after a refusal of all there was may show more than waiting does. */
  #mayLearn(): boolean {
    return this.#fewRefusedUpTo !== undefined && this.tail.head > this.#fewRefusedUpTo;
  }

  /** The receiver took none of the events: it refuses the stream, and all of them are sent again. */
  async #refusedAll(latencyMs: number): Promise<false> {
    const { reasonCode, isTooMany } = this.#doubtful;
    const upTo = isTooMany ? undefined : this.#reached;
    await this.#halt(halt(reasonCode), latencyMs);
    this.#fewRefusedUpTo = upTo;
    if (upTo !== undefined) this.known.notBefore = 0;
    return false;
  }

  /** Moves the lane past settled deliveries, and waits until a limited number are unsettled; false: it cannot continue. */
  async #settleTo(most: number): Promise<boolean> {
    for (let batch = this.#unsettled.oldest; batch !== undefined; batch = this.#unsettled.oldest) {
      if (!this.#unsettled.hasCome && this.#unsettled.events <= most) break;
      if (!(await this.held.isReady())) return this.#lost();
      const reasonCode = await batch.settling.done;
      if (this.#isLost) return false;
      if (isLost(reasonCode)) return this.#halt(halt(reasonCode), batch.latencyMs);
      this.#unsettled.removeOldest();
      if (
        !(await this.#moved({
          sent: [],
          came: settled(batch),
          reached: batch.reached,
          latencyMs: batch.latencyMs,
        }))
      )
        return false;
    }
    return true;
  }

  #lost(): false {
    this.#isLost = true;
    this.#unsettled.clear();
    return false;
  }

  /**
   * Sends the newest checkpoint after the events it covers; older ones add nothing. One rejected by the receiver is skipped, as it is no
   * event.
   */
  async #sendCheckpoint(): Promise<void> {
    const { checkpoint } = this.tail;
    const { held } = this;
    if (checkpoint === undefined || this.stop.aborted) return;
    if (checkpoint.size > held.lane.sequence || checkpoint.size <= (held.lane.checkpointSize ?? 0)) return;
    if (!(await held.isReady())) return void this.#lost();
    const startedAt = this.deps.clock.epochMs();
    const came = await sendCheckpoint(this.deps.sender, this.known.destination, checkpoint);
    if (came !== 'done') return void (await this.#halt(came, this.deps.clock.epochMs() - startedAt));
    const now = this.deps.clock.now();
    held.lane = { ...afterDelivery(held.lane, 0, now), checkpointSize: checkpoint.size };
  }

  /**
   * Events left the trail before this destination received them: that is recorded as a dead letter and in the trail, and the lane continues
   * after them.
   */
  async #passSealed([first]: Events): Promise<boolean> {
    if (first === undefined || first.sequence === this.#reached + 1) return true;
    if (!(await this.#settleTo(0))) return false;
    if (this.#doubtful.count > 0) return this.#refusedAll(0);
    const { held } = this;
    const last = first.sequence - 1;
    const now = this.deps.clock.now();
    const letter = letterOfSealed(this.known.destination, {
      sequence: held.lane.sequence + 1,
      lastSequence: last,
      refusedAt: now,
    });
    held.lane = { ...held.lane, sequence: last, refused: held.lane.refused + letter.count };
    return (
      (await setAside(this.deps, { destination: this.known.destination, held }, [letter])) || this.#lost()
    );
  }

  /** Delivers the wanted ones among some events; false: something failed. */
  async #deliver(events: Events): Promise<boolean> {
    const most = await this.deps.sender.mostEvents(this.known.destination);
    const last = events.at(-1)?.sequence ?? 0;
    let rest: Events | 'stopped' = events.filter((event) => isSentTo(this.known.destination, event));
    while (rest !== 'stopped' && rest.length > 0) rest = await this.#step(rest, last, most);
    const { held } = this;
    if (rest === 'stopped') return false;
    if (this.#unsettled.events > 0) this.#unsettled.passOver(last);
    else if (this.#doubtful.count > 0) this.#doubtful.passOver(last);
    else if (held.lane.sequence < last) held.lane = { ...held.lane, sequence: last };
    return (await held.saveInTime()) || this.#lost();
  }

  /** One request: returns what is left to send, unless this is not the time to continue. */
  async #step(rest: Events, last: number, most: number): Promise<Events | 'stopped'> {
    const { held } = this;
    if (!this.#mayGoOn()) return 'stopped';
    if (!(await held.isReady())) {
      this.#lost();
      return 'stopped';
    }
    const startedAt = this.deps.clock.epochMs();
    const behind = this.#unsettled.newest?.settling;
    const request = { events: rest, most: Math.min(most, this.#most), repeat: false, behind };
    const came = await sendBatch(this.deps.sender, this.known.destination, request);
    const latencyMs = this.deps.clock.epochMs() - startedAt;
    if (came.outcome === 'too_large') {
      this.#most = came.most;
      return rest;
    }
    if (came.outcome === 'halted') {
      await this.#halt(came, latencyMs);
      return 'stopped';
    }
    const next = withoutRefused(rest.slice(came.consumed), came);
    const reached = (next[0]?.sequence ?? last + 1) - 1;
    if (came.settling !== undefined) {
      this.#unsettled.add({ events: came.accepted, reached, latencyMs, settling: came.settling });
      return (await this.#settleTo(MOST_UNSETTLED_EVENTS)) ? next : 'stopped';
    }
    return (await this.#moved({ sent: rest, came, reached, latencyMs })) ? next : 'stopped';
  }

  async #moved({ sent, came, reached, latencyMs }: Moved): Promise<boolean> {
    const { held } = this;
    const { accepted, refused, refusedUnreported } = came;
    const now = this.deps.clock.now();
    const letters = lettersOf(this.known.destination, { sent, came }, now);
    if (accepted === 0 && letters.length > 0) {
      this.#doubtful.add(letters, refused.length + refusedUnreported, reached);
      return this.#doubtful.isTooMany ? this.#refusedAll(latencyMs) : true;
    }
    const before = this.#doubtful.take();
    const refusedNow = before.count + refused.length + refusedUnreported;
    const delivered = accepted > 0 ? afterDelivery(held.lane, accepted, now) : held.lane;
    const lane = { ...delivered, sequence: reached, refused: delivered.refused + refusedNow };
    held.note(lane, accepted, latencyMs);
    this.#most *= 2;
    this.#fewRefusedUpTo = undefined;
    const { tenantId, environmentId, destinationId } = lane;
    this.deps.report?.({
      tenantId,
      environmentId,
      destinationId,
      reasonCode: 'delivered',
      delivered: accepted,
      refused: refusedNow,
    });
    if (accepted > 0) await this.#tellDelivered();
    const aside = [...before.letters, ...letters];
    const saved =
      aside.length > 0
        ? await setAside(this.deps, { destination: this.known.destination, held }, aside)
        : await held.saveInTime();
    return saved || this.#lost();
  }

  /** Repeated successes are recorded once in a while: reading the destination's status would cost more than the delivery. */
  async #tellDelivered(): Promise<void> {
    const nowMs = this.deps.clock.epochMs();
    if (nowMs - this.#toldAt < TOLD_EVERY_MS) return;
    this.#toldAt = nowMs;
    await observeDelivery(this.deps, this.known.destination, 'delivered');
  }

  /** A failed request: whatever was sent before it and has not settled is to be sent again too. */
  async #halt(came: Halt, latencyMs: number): Promise<false> {
    const { held } = this;
    this.#unsettled.clear();
    this.#doubtful.take();
    this.#fewRefusedUpTo = undefined;
    this.#toldAt = 0;
    if (!(await failLane(this.deps, { destination: this.known.destination, held }, { came, latencyMs })))
      return this.#lost();
    this.known.notBefore = Math.min(
      msOf(held.lane.nextAttemptAt, 0),
      msOf(disabledFrom(held.lane), Number.POSITIVE_INFINITY),
    );
    return false;
  }
}

const msOf = (instant: Instant | null, otherwise: number): number =>
  instant === null ? otherwise : epochMsOf(instant);

/** The outcome of a settled batch. */
const settled = ({ events }: UnsettledBatch): Progress => ({
  outcome: 'consumed',
  consumed: events,
  accepted: events,
  refused: [],
  refusedUnreported: 0,
});

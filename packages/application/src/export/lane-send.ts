import type { SealedAuditEvent } from '@govgate/domain';
import { afterDelivery, disabledFrom } from '@govgate/domain/internal';
import type { StopSignal } from '@govgate/ports';
import { addDeadLetters } from './add-dead-letters.js';
import { disableFailing } from './disable-failing.js';
import type { ExportDeps } from './export-deps.js';
import type { HeldLane } from './held-lane.js';
import { isSentTo } from './is-sent-to.js';
import { type KnownLane, LaneProgress, msOf } from './lane-progress.js';
import { letterOfSealed } from './letters-of.js';
import { sendBatch, sendCheckpoint, withoutRefused } from './send-batch.js';
import type { TenantTail } from './tenant-tail.js';
import { MOST_UNSETTLED_EVENTS } from './unsettled.js';

/** Events read at a time; those the destination does not want cost nothing more. */
const READ_AT_ONCE = 2_000;

type Events = readonly SealedAuditEvent[];

/** Sends what a held lane's destination has not received, one request after the other. */
export class LaneSend {
  readonly #progress: LaneProgress;

  constructor(
    private readonly deps: ExportDeps,
    private readonly tail: TenantTail,
    private readonly known: KnownLane,
    private readonly stop: StopSignal,
    readonly held: HeldLane,
  ) {
    this.#progress = new LaneProgress(deps, known, held);
  }

  /** Whether somebody else holds the lane by now. */
  get isLost(): boolean {
    return this.#progress.isLost;
  }

  /** Another request of this process found out. */
  lose(): void {
    this.#progress.lose();
  }

  /** Continues until there is nothing more, something fails or a stop is requested; nothing is unsettled then. */
  async run(): Promise<void> {
    while (this.#mayGoOn() && (await this.#round()));
    if ((await this.#progress.settleTo(0)) && !this.isLost && !(await this.held.saveInTime())) this.lose();
  }

  #mayGoOn(): boolean {
    return !this.stop.aborted && this.known.destination.enabled && !this.isLost;
  }

  async #round(): Promise<boolean> {
    const { lane } = this.held;
    const progress = this.#progress;
    const nowMs = this.deps.clock.epochMs();
    const disabledAt = msOf(disabledFrom(lane), Number.POSITIVE_INFINITY);
    if (disabledAt <= nowMs) {
      await disableFailing(this.deps, this.known.destination, 'retries_exhausted');
      return false;
    }
    const waitsUntil = Math.min(msOf(lane.nextAttemptAt, 0), disabledAt);
    if (waitsUntil > nowMs && !progress.mayLearn(this.tail.head)) {
      if (!progress.waitsForOthers) this.known.notBefore = waitsUntil;
      return false;
    }
    const events = await this.tail.read(progress.reached, READ_AT_ONCE);
    if (events.length > 0) return (await this.#passSealed(events)) && this.#deliver(events);
    // While the oldest settles, more may be committed.
    const waiting = progress.unsettledEvents;
    if (waiting > 0) return progress.settleTo(waiting - 1);
    if (progress.isDoubtful) return progress.refusedAll(0);
    await this.#sendCheckpoint();
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
    if (!(await held.isReady())) return this.lose();
    const startedAt = this.deps.clock.epochMs();
    const came = await sendCheckpoint(this.deps.sender, this.known.destination, checkpoint);
    if (came !== 'done') return void (await this.#progress.halt(came, this.deps.clock.epochMs() - startedAt));
    const now = this.deps.clock.now();
    held.lane = { ...afterDelivery(held.lane, 0, now), checkpointSize: checkpoint.size };
  }

  /**
   * Events left the trail before this destination received them: that is recorded as a dead letter and in the trail, and the lane continues
   * after them.
   */
  async #passSealed([first]: Events): Promise<boolean> {
    const progress = this.#progress;
    if (first === undefined || first.sequence === progress.reached + 1) return true;
    if (!(await progress.settleTo(0))) return false;
    if (progress.isDoubtful) return progress.refusedAll(0);
    const { held } = this;
    const last = first.sequence - 1;
    const now = this.deps.clock.now();
    const letter = letterOfSealed(this.known.destination, {
      sequence: held.lane.sequence + 1,
      lastSequence: last,
      refusedAt: now,
    });
    held.lane = { ...held.lane, sequence: last, refused: held.lane.refused + letter.count };
    const { destination } = this.known;
    return (await addDeadLetters(this.deps, { destination, held }, [letter])) || progress.lose();
  }

  /** Delivers the wanted ones among some events; false: something failed. */
  async #deliver(events: Events): Promise<boolean> {
    const most = await this.deps.sender.mostEvents(this.known.destination);
    const last = events.at(-1)?.sequence ?? 0;
    let rest: Events | 'stopped' = events.filter((event) => isSentTo(this.known.destination, event));
    while (rest !== 'stopped' && rest.length > 0) rest = await this.#step(rest, last, most);
    if (rest === 'stopped') return false;
    this.#progress.passOver(last);
    return (await this.held.saveInTime()) || this.#progress.lose();
  }

  /** One request: returns what is left to send, unless this is not the time to continue. */
  async #step(rest: Events, last: number, most: number): Promise<Events | 'stopped'> {
    const progress = this.#progress;
    if (!this.#mayGoOn()) return 'stopped';
    if (!(await this.held.isReady())) {
      progress.lose();
      return 'stopped';
    }
    const startedAt = this.deps.clock.epochMs();
    const { unsettled: behind } = progress;
    const request = { events: rest, most: Math.min(most, progress.most), repeat: false, behind };
    const came = await sendBatch(this.deps.sender, this.known.destination, request);
    const latencyMs = this.deps.clock.epochMs() - startedAt;
    if (came.outcome === 'too_large') {
      progress.sendLess(came.most);
      return rest;
    }
    if (came.outcome === 'halted') {
      await progress.halt(came, latencyMs);
      return 'stopped';
    }
    const next = withoutRefused(rest.slice(came.consumed), came);
    const reached = (next[0]?.sequence ?? last + 1) - 1;
    if (came.settling !== undefined) {
      progress.addUnsettled({ events: came.accepted, reached, latencyMs, settling: came.settling });
      return (await progress.settleTo(MOST_UNSETTLED_EVENTS)) ? next : 'stopped';
    }
    return (await progress.move({ sent: rest, came, reached, latencyMs })) ? next : 'stopped';
  }
}

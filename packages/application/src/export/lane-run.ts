import type { Destination, ExportReplay } from '@govgate/domain';
import { afterChange } from '@govgate/domain/internal';
import type { StopSignal, Stored } from '@govgate/ports';
import type { ExportDeps } from './export-deps.js';
import { HeldLane } from './held-lane.js';
import { LaneSend } from './lane-send.js';
import { type ReplayLane, ReplayRun } from './replay-run.js';
import type { TenantTail } from './tenant-tail.js';

/** Delivers one destination's events, one request at a time, for as long as there are any; its replays run beside that. */
export class LaneRun implements ReplayLane {
  #sends: LaneSend | undefined;
  /** No look before this time, in milliseconds since 1970. */
  notBefore = 0;
  /** Nothing was to be done up to this sequence when the free lane was last examined. */
  #nothingUpTo = -1;
  /** The same for checkpoints. */
  #noCheckpointUpTo = -1;
  #running: Promise<void> | undefined;
  #again = false;
  readonly #replays = new Map<string, ReplayRun>();
  #isReleased = false;

  constructor(
    private readonly deps: ExportDeps,
    private readonly tail: TenantTail,
    public destination: Destination,
    private readonly stop: StopSignal,
  ) {}

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Whether this process is delivering for the destination. */
  get held(): HeldLane | undefined {
    return this.#sends?.held;
  }

  /** The destination's current record; a change of it justifies an immediate retry. */
  update(destination: Destination): void {
    if (destination.updatedAt !== this.destination.updatedAt) this.#revive();
    this.destination = destination;
  }

  /** A check of the destination succeeded. */
  checked(): void {
    this.#revive();
  }

  /** Sends a range again, unless that is going on. */
  replay(stored: Stored<ExportReplay>): void {
    const { replayId } = stored.record;
    if (!this.#replays.has(replayId))
      this.#replays.set(replayId, new ReplayRun(this.deps, this.tail, this, this.stop, stored));
  }

  /** Looks for something to deliver, now or right after the look in progress, and goes on with replays. */
  kick(): void {
    for (const [replayId, replay] of this.#replays)
      if (replay.isOver) this.#replays.delete(replayId);
      else replay.kick();
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
    await Promise.all([this.#running, ...[...this.#replays.values()].map((replay) => replay.settled())]);
  }

  async heldForReplay(): Promise<HeldLane | undefined> {
    if (this.#isReleased || !this.destination.enabled) return undefined;
    if (this.deps.clock.epochMs() < this.notBefore) return undefined;
    if (this.held !== undefined) return this.held;
    await this.#running;
    return (await this.#hold(Number.POSITIVE_INFINITY)) ? this.held : undefined;
  }

  lose(held: HeldLane): void {
    if (this.held !== held) return;
    this.#sends?.lose();
    this.#forgetLost();
  }

  #hasReason(): boolean {
    if (!this.destination.enabled || this.deps.clock.epochMs() < this.notBefore) return false;
    const reached = this.held?.lane.sequence ?? this.#nothingUpTo;
    return reached < this.tail.head || this.held?.isDirty === true || this.#hasCheckpoint();
  }

  #hasCheckpoint(): boolean {
    const sentSize = this.held === undefined ? this.#noCheckpointUpTo : (this.held.lane.checkpointSize ?? 0);
    return sentSize < (this.tail.checkpoint?.size ?? 0);
  }

  async release(): Promise<void> {
    this.#isReleased = true;
    await this.settled();
    await this.held?.release().catch(() => undefined);
    this.#sends = undefined;
  }

  #revive(): void {
    this.notBefore = 0;
    for (const replay of this.#replays.values()) replay.revive();
    if (this.held !== undefined) this.held.lane = afterChange(this.held.lane);
  }

  async #runAll(): Promise<void> {
    try {
      do {
        this.#again = false;
        await this.#run();
      } while (this.#again && !this.stop.aborted);
    } catch (fault) {
      // The store did not answer: the outcome of the write is unknown, so the lane is acquired again.
      this.#sends = undefined;
      this.deps.failed?.(fault);
    }
  }

  async #run(): Promise<void> {
    if (!this.destination.enabled || !(await this.#hold())) return;
    await this.#sends?.run();
    this.#forgetLost();
  }

  async #hold(head = this.tail.head): Promise<boolean> {
    if (this.#sends !== undefined) return true;
    const checkpoint = this.tail.checkpoint?.size ?? 0;
    const taken = await HeldLane.take(this.deps, this.destination, { head, checkpoint });
    if (taken instanceof HeldLane) {
      this.#sends = new LaneSend(this.deps, this.tail, this, this.stop, taken);
      if (isStale(taken, this.destination)) taken.lane = afterChange(taken.lane);
      return true;
    }
    this.notBefore = taken.until;
    this.#nothingUpTo = taken.nothingUpTo;
    this.#noCheckpointUpTo = taken.noCheckpointUpTo;
    return false;
  }

  #forgetLost(): void {
    if (this.#sends?.isLost === true) this.#sends = undefined;
  }
}

/** Whether the destination was changed after its last attempt, which was made by a process that no longer exists. */
const isStale = ({ lane }: HeldLane, { updatedAt }: Destination): boolean =>
  lane.failuresInARow > 0 && updatedAt > (lane.lastAttemptAt ?? '');

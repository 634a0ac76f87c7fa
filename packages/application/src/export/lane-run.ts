import { afterChange, type Destination } from '@govgate/domain';
import type { StopSignal } from '@govgate/ports';
import type { ExportDeps } from './export-deps.js';
import { HeldLane } from './held-lane.js';
import { LaneSend } from './lane-send.js';
import type { TenantTail } from './tenant-tail.js';

/** Delivers one destination's events, one request at a time, for as long as there are any. */
export class LaneRun {
  #sends: LaneSend | undefined;
  /** No sense in looking before this moment, in milliseconds since 1970. */
  notBefore = 0;
  /** Nothing was to be done up to this sequence when the lane, which nobody held, was looked at. */
  #nothingUpTo = -1;
  /** The same of checkpoints. */
  #noCheckpointUpTo = -1;
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
    return this.#sends?.held;
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
    if (this.deps.clock.epochMs() < this.notBefore || !this.destination.enabled) return undefined;
    if (this.held !== undefined) return this.held;
    await this.settled();
    return (await this.#hold(Number.POSITIVE_INFINITY)) ? this.held : undefined;
  }

  /** The lane was found to be somebody else's by now. */
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
    const told = this.held === undefined ? this.#noCheckpointUpTo : (this.held.lane.checkpointSize ?? 0);
    return told < (this.tail.checkpoint?.size ?? 0);
  }

  async release(): Promise<void> {
    await this.settled();
    await this.held?.release().catch(() => undefined);
    this.#sends = undefined;
  }

  #revive(): void {
    this.notBefore = 0;
    this.#revivals += 1;
    if (this.held !== undefined) this.held.lane = afterChange(this.held.lane);
  }

  async #runAll(): Promise<void> {
    try {
      do {
        this.#again = false;
        await this.#run();
      } while (this.#again && !this.stop.aborted);
    } catch (fault) {
      // The store did not answer: what was written is not known, so the lane is taken anew.
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

/** Whether the destination was changed after it was last tried, by a process that does not live any more. */
const isStale = ({ lane }: HeldLane, { updatedAt }: Destination): boolean =>
  lane.failuresInARow > 0 && updatedAt > (lane.lastAttemptAt ?? '');

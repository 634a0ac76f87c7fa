import type { Destination, ExportReplay, SealedAuditEvent } from '@govgate/domain';
import { retrySeconds } from '@govgate/domain/internal';
import { exportReplayKind, type StopSignal, type Stored } from '@govgate/ports';
import type { ExportDeps } from './export-deps.js';
import { type HeldLane, scopeOf } from './held-lane.js';
import { isSentTo } from './is-sent-to.js';
import { lettersOf } from './letters-of.js';
import { type Progress, sendAndSettle, withoutRefused } from './send-batch.js';
import type { TenantTail } from './tenant-tail.js';

const READ_AT_ONCE = 500;
const FIRST_WAIT_MS = 5_000;
const MOST_WAIT_MS = 300_000;

type Events = readonly SealedAuditEvent[];

/** The lane that a replay runs beside. */
export interface ReplayLane {
  readonly destination: Destination;
  /** The lane, acquired even if nothing new is to be delivered; undefined: somebody else holds it. */
  heldForReplay(): Promise<HeldLane | undefined>;
  /** The lane turned out to be held by somebody else. */
  lose(held: HeldLane): void;
}

/**
 * Sends a range again, beside the lane and under its lease. After each request it rests for as long as the request took, so that it uses at
 * most half of the receiver's capacity.
 */
export class ReplayRun {
  #running: Promise<void> | undefined;
  #notBefore = 0;
  #rests = 0;
  /** Consecutive failed requests. */
  #failures = 0;
  #most = Number.POSITIVE_INFINITY;
  #stored: Stored<ExportReplay>;
  #isOver = false;

  constructor(
    private readonly deps: ExportDeps,
    private readonly tail: TenantTail,
    private readonly lane: ReplayLane,
    private readonly stop: StopSignal,
    stored: Stored<ExportReplay>,
  ) {
    this.#stored = stored;
  }

  /** Whether it is finished. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Something justifies an immediate retry. */
  revive(): void {
    this.#failures = 0;
    this.#notBefore = 0;
  }

  kick(): void {
    if (this.#running !== undefined || this.#isOver || this.deps.clock.epochMs() < this.#notBefore) return;
    this.#running = this.#run()
      .catch((fault) => {
        this.#rest();
        this.deps.failed?.(fault);
      })
      .finally(() => {
        this.#running = undefined;
      });
  }

  async settled(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    if (!(await this.#refresh())) return;
    while (!this.stop.aborted && !this.#isOver) {
      const { sequence, toSequence } = this.#stored.record;
      const read = sequence < toSequence ? await this.tail.read(sequence, READ_AT_ONCE) : [];
      const events = read.filter((one) => one.sequence <= toSequence);
      if (events.length === 0) return void (await this.#save({ state: 'completed' }));
      if (!(await this.#sendAll(events))) return;
    }
  }

  /** Progress made by another process meanwhile. */
  async #refresh(): Promise<boolean> {
    const { record } = this.#stored;
    const stored = await this.deps.records.get(exportReplayKind, scopeOf(record), record.replayId);
    if (stored !== undefined) this.#stored = stored;
    this.#isOver = stored?.record.state !== 'running';
    return !this.#isOver;
  }

  async #sendAll(events: Events): Promise<boolean> {
    const { destination } = this.lane;
    const last = events.at(-1)?.sequence ?? 0;
    const most = await this.deps.sender.mostEvents(destination);
    let rest: Events | 'stopped' = events.filter((event) => isSentTo(destination, event));
    while (rest !== 'stopped' && rest.length > 0 && !this.stop.aborted)
      rest = await this.#step(rest, last, most);
    return rest !== 'stopped' && rest.length === 0 && this.#save({ sequence: last });
  }

  /** One request and a rest after it: returns what is left, unless this is not the time to continue. */
  async #step(rest: Events, last: number, most: number): Promise<Events | 'stopped'> {
    const held = await this.lane.heldForReplay();
    if (held === undefined) return this.#rest();
    if (!(await held.isReady())) {
      this.lane.lose(held);
      return this.#rest();
    }
    const { destination } = this.lane;
    const startedAt = this.deps.clock.epochMs();
    const request = { events: rest, most: Math.min(most, this.#most), repeat: true };
    const came = await sendAndSettle(this.deps.sender, destination, request);
    if (came.outcome === 'too_large') {
      this.#most = came.most;
      return rest;
    }
    if (came.outcome === 'halted') return this.#fail(came.retryAfterSeconds);
    const letters = lettersOf(destination, { sent: rest, came }, this.deps.clock.now());
    if (letters.length > 0 && !(await held.save(letters))) return this.#rest();
    const next = await this.#moved(rest, came, last);
    await this.deps.wait(Math.max(1, this.deps.clock.epochMs() - startedAt));
    return next;
  }

  async #moved(sent: Events, came: Progress, last: number): Promise<Events | 'stopped'> {
    this.#failures = 0;
    this.#rests = 0;
    this.#most *= 2;
    const rest = withoutRefused(sent.slice(came.consumed), came);
    const sequence = (rest[0]?.sequence ?? last + 1) - 1;
    const delivered = this.#stored.record.delivered + came.accepted;
    return (await this.#save({ sequence, delivered })) ? rest : 'stopped';
  }

  /** Not now: after a delay that grows each time. */
  #rest(): 'stopped' {
    this.#rests += 1;
    const waitMs = Math.min(MOST_WAIT_MS, FIRST_WAIT_MS * 2 ** (this.#rests - 1));
    this.#notBefore = this.deps.clock.epochMs() + waitMs;
    return 'stopped';
  }

  /** The receiver refused: wait for as long as the lane would. */
  #fail(retryAfterSeconds: number | null): 'stopped' {
    this.#failures += 1;
    const seconds = retrySeconds(this.#failures, retryAfterSeconds, this.deps.random());
    this.#notBefore = this.deps.clock.epochMs() + seconds * 1_000;
    return 'stopped';
  }

  async #save(change: Partial<ExportReplay>): Promise<boolean> {
    const { record: before, version } = this.#stored;
    const completedAt = change.state === 'completed' ? this.deps.clock.now() : null;
    const record = { ...before, ...change, completedAt };
    const put = { kind: exportReplayKind, record, expectedVersion: version };
    const { committed } = await this.deps.unitOfWork.observe([put]);
    if (!committed) {
      this.#rest();
      return false;
    }
    this.#isOver = record.state !== 'running';
    this.#stored = { record, version: version + 1 };
    return true;
  }
}

/** The unfinished replays of a scope. */
export const runningReplays = async (
  { records }: Pick<ExportDeps, 'records'>,
  scope: { readonly tenantId: string; readonly environmentId: string },
): Promise<readonly Stored<ExportReplay>[]> => {
  const query = { where: { is: { state: 'running' } }, limit: 200 };
  return (await records.page(exportReplayKind, scopeOf(scope), query)).items;
};

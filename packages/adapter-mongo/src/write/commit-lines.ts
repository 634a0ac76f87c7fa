import { setTimeout as pause } from 'node:timers/promises';
import { type CommitOutcome, PortUnavailable } from '@govgate/ports';
import { causeOf, OverTime } from '../driver/port-errors.js';
import { UnitRefused } from './apply-draft.js';
import { type Committing, commitGroup } from './group-commit.js';
import { lineOf, type Unit, type UnitResult } from './unit.js';

/** Most units, and most changes, in one transaction. */
const LARGEST_GROUP = 64;
const MOST_CHANGES = 500;
/** A caller is answered within this time, in milliseconds, even if only that the outcome is unknown... */
const PATIENCE_MS = 5_500;
/** ...of which a transaction gets this much, */
const LONGEST_COMMIT_MS = 4_000;
const SHORTEST_COMMIT_MS = 1_000;
/** and a batch with very many changes more for each of them. */
const MS_PER_FURTHER_CHANGE = 4;

interface QueuedUnit {
  readonly unit: Unit;
  readonly since: number;
  readonly resolve: (outcome: CommitOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * All commits of a tenant write its head, so they queue: while a transaction is running, the next units gather and are committed together.
 * Queues of different tenants run in parallel.
 */
export class CommitLines {
  readonly #lines = new Map<string, QueuedUnit[]>();
  readonly #running = new Set<Promise<void>>();

  constructor(private readonly committing: Committing) {}

  add(unit: Unit): Promise<CommitOutcome> {
    return new Promise((resolve, reject) => {
      const waiting = { unit, since: performance.now(), resolve, reject };
      const name = lineOf(unit);
      const line = this.#lines.get(name);
      if (line !== undefined) {
        line.push(waiting);
        return;
      }
      this.#lines.set(name, [waiting]);
      const run = this.#serve(name).finally(() => this.#running.delete(run));
      this.#running.add(run);
    });
  }

  /** Resolves when nothing is in progress. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  async #serve(name: string): Promise<void> {
    // Units of the same turn of the event loop are committed together.
    await Promise.resolve();
    for (
      let line = this.#lines.get(name);
      line !== undefined && line.length > 0;
      line = this.#lines.get(name)
    )
      await this.#commitTogether(nextGroup(line));
    this.#lines.delete(name);
  }

  async #commitTogether(all: readonly QueuedUnit[]): Promise<void> {
    const now = performance.now();
    let group = all.filter((waiting) => isInTime(waiting, now) || lateFor(waiting));
    const alone: QueuedUnit[] = [];
    while (group.length > 0) {
      const refused = await this.#commit(group, false);
      if (refused === undefined) break;
      alone.push(refused);
      group = group.filter((waiting) => waiting !== refused);
    }
    for (const waiting of alone) await this.#commit([waiting], true);
  }

  /** Commits and answers the callers. Returns a unit that must go alone; then the others are still unanswered. */
  async #commit(group: readonly QueuedUnit[], careful: boolean): Promise<QueuedUnit | undefined> {
    const units = group.map(({ unit }) => unit);
    try {
      const terms = { limitMs: limitOf(group), careful };
      const { results, restMs } = await commitGroup(this.committing, units, terms);
      answer(group, results);
      // Whoever comes meanwhile waits in the queue, or they would go before the other process again.
      if (restMs > 0) await pause(restMs);
      return undefined;
    } catch (error) {
      const refused = error instanceof UnitRefused ? group[error.owner] : undefined;
      if (refused === undefined) for (const { reject } of group) reject(error);
      return refused;
    }
  }
}

const nextGroup = (line: QueuedUnit[]): readonly QueuedUnit[] => {
  let changes = 0;
  const end = line.findIndex(({ unit }, index) => {
    changes += unit.changes.length + unit.audit.length;
    return index > 0 && (index === LARGEST_GROUP || changes > MOST_CHANGES);
  });
  return line.splice(0, end === -1 ? line.length : end);
};

const isInTime = ({ since }: QueuedUnit, now: number): boolean =>
  now - since < PATIENCE_MS - SHORTEST_COMMIT_MS;

/** Refuses a unit that was never started. */
const lateFor = ({ reject, since }: QueuedUnit): false => {
  reject(new PortUnavailable('store', { cause: causeOf(new OverTime(performance.now() - since)) }));
  return false;
};

const limitOf = (group: readonly QueuedUnit[]): number => {
  const now = performance.now();
  const left = PATIENCE_MS - Math.max(...group.map(({ since }) => now - since));
  const changes = group.reduce((sum, { unit }) => sum + unit.changes.length + unit.audit.length, 0);
  const further = Math.max(0, changes - MOST_CHANGES) * MS_PER_FURTHER_CHANGE;
  return Math.min(LONGEST_COMMIT_MS, Math.max(SHORTEST_COMMIT_MS, left)) + further;
};

const answer = (group: readonly QueuedUnit[], results: readonly UnitResult[]): void => {
  for (const [index, { resolve, reject }] of group.entries()) {
    const result = results[index];
    if (result !== undefined && 'committed' in result) resolve(result);
    else reject(result);
  }
};

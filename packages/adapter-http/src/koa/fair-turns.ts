/** Work that begins in one turn of the event loop at most, in milliseconds; what comes later waits for the next. */
const TURN_MS = 10;
/** Reads that may be under way at a time, each of which may hold an answer of 4 MB: of one tenant, and of all. */
const MOST_READS = { tenant: 8, all: 32 };

/** Lets the next one begin; called once for each call that began. */
export type Leave = () => void;

/** Calls of a tenant that wait for their turn: its reads, or its changes, which do not wait for reads to end. */
interface Line {
  readonly tenantId: string;
  readonly isRead: boolean;
  readonly waiting: ((leave: Leave) => void)[];
}

const NOTHING = (): void => undefined;

/**
 * Deals out turns of the event loop among tenants: a call begins at once as long as this turn is young and nobody waits; else
 * tenants take turns, one call of each after the other, as many as begin while a turn is young. So a tenant who sends a hundred
 * dear calls at once holds up another one's by one of them (decisions, section 16, "Limits"), and cheap changes that arrive
 * together still share one commit.
 */
export class FairTurns {
  /** By tenant and kind, whose turn it is first. */
  readonly #lines = new Map<string, Line>();
  readonly #reading = new Map<string, number>();
  #allReading = 0;
  #turnBeganAt: number | undefined;
  #isPumping = false;

  /** Resolves when the call may begin; whoever asked says when it is over. */
  enter(tenantId: string, isRead: boolean): Leave | Promise<Leave> {
    if (this.#lines.size === 0 && this.#isTurnYoung() && !(isRead && this.#isFull(tenantId)))
      return this.#begin(tenantId, isRead);
    return new Promise((begin) => {
      const key = `${isRead ? 'r' : 'w'} ${tenantId}`;
      const line = this.#lines.get(key) ?? { tenantId, isRead, waiting: [] };
      line.waiting.push(begin);
      this.#lines.set(key, line);
      this.#pump();
    });
  }

  #begin(tenantId: string, isRead: boolean): Leave {
    if (!isRead) return NOTHING;
    this.#count(tenantId, 1);
    return () => {
      this.#count(tenantId, -1);
      if (this.#lines.size > 0) this.#pump();
    };
  }

  #count(tenantId: string, by: 1 | -1): void {
    this.#allReading += by;
    const reading = (this.#reading.get(tenantId) ?? 0) + by;
    if (reading === 0) this.#reading.delete(tenantId);
    else this.#reading.set(tenantId, reading);
  }

  #isFull(tenantId: string): boolean {
    return this.#allReading >= MOST_READS.all || (this.#reading.get(tenantId) ?? 0) >= MOST_READS.tenant;
  }

  #isTurnYoung(): boolean {
    const now = performance.now();
    if (this.#turnBeganAt !== undefined) return now - this.#turnBeganAt < TURN_MS;
    this.#turnBeganAt = now;
    setImmediate(() => {
      this.#turnBeganAt = undefined;
    });
    return true;
  }

  #pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    setImmediate(() => {
      this.#isPumping = false;
      // The time runs from before the first one begins.
      this.#isTurnYoung();
      this.#beginWhileYoung();
    });
  }

  #beginWhileYoung(): void {
    if (!this.#beginNext() || this.#lines.size === 0) return;
    // What has just begun goes as far as it gets without waiting for anything from outside, and only then is the time looked at.
    queueMicrotask(() =>
      process.nextTick(() => {
        if (this.#isTurnYoung()) this.#beginWhileYoung();
        else this.#pump();
      }),
    );
  }

  // False: all who wait wait for a read to end, and its end goes on.
  #beginNext(): boolean {
    for (const [key, line] of this.#lines) {
      const { tenantId, isRead, waiting } = line;
      if (isRead && this.#isFull(tenantId)) continue;
      const begin = waiting.shift();
      this.#lines.delete(key);
      if (waiting.length > 0) this.#lines.set(key, line);
      begin?.(this.#begin(tenantId, isRead));
      return true;
    }
    return false;
  }
}

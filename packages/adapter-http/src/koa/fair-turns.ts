/** Milliseconds of work started per turn of the event loop; anything later waits for the next turn. */
const TURN_MS = 10;
/** Reads in progress at a time, per tenant and in total; each may hold a 4 MB answer. */
const MOST_READS = { tenant: 8, all: 32 };

/** Lets the next call begin; called once for each call that began. */
export type Leave = () => void;

/** A tenant's waiting calls: its reads, or its changes, which do not wait for reads to finish. */
interface Line {
  readonly key: string;
  readonly tenantId: string;
  readonly isRead: boolean;
  readonly waiting: ((leave: Leave) => void)[];
}

/**
 * Shares the event loop among tenants by the time their calls take (start-time fair queueing). A call begins at once while the turn is
 * young and nobody waits; otherwise the tenant that has had the least time goes first. A tenant that sends a hundred expensive calls at
 * once therefore delays another's cheap ones by one call at most (decisions, section 16, "Limits"), and cheap changes that arrive together
 * still share one commit.
 */
export class FairTurns {
  readonly #lines = new Map<string, Line>();
  /** Milliseconds each line has had since somebody last had to wait; unused time is not credited. */
  readonly #had = new Map<string, number>();
  /** What the line that last began had used by then. */
  #level = 0;
  readonly #reading = new Map<string, number>();
  #allReading = 0;
  #turnBeganAt: number | undefined;
  #isPumping = false;

  /** Resolves when the call may begin; the caller says when it is over. */
  enter(tenantId: string, isRead: boolean): Leave | Promise<Leave> {
    if (this.#lines.size === 0 && this.#isTurnYoung() && !(isRead && this.#isFull(tenantId)))
      return this.#begin(tenantId, isRead);
    return new Promise((begin) => {
      const key = `${isRead ? 'r' : 'w'} ${tenantId}`;
      const line = this.#lines.get(key) ?? this.#addLine(key, tenantId, isRead);
      line.waiting.push(begin);
      this.#pump();
    });
  }

  #addLine(key: string, tenantId: string, isRead: boolean): Line {
    const line = { key, tenantId, isRead, waiting: [] };
    this.#lines.set(key, line);
    this.#had.set(key, Math.max(this.#had.get(key) ?? 0, this.#level));
    return line;
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
      // The clock starts before the first call begins.
      this.#isTurnYoung();
      this.#beginWhileYoung();
    });
  }

  #beginWhileYoung(): void {
    const line = this.#nextLine();
    // None can begin: everyone waits for a read to finish, and that continues the queue.
    if (line === undefined) return;
    const beganAt = performance.now();
    line.waiting.shift()?.(this.#begin(line.tenantId, line.isRead));
    if (line.waiting.length === 0) this.#lines.delete(line.key);
    // A call runs until it first waits for something outside; only then is the clock checked.
    queueMicrotask(() => process.nextTick(() => this.#goOn(line, performance.now() - beganAt)));
  }

  #goOn({ key }: Line, tookMs: number): void {
    if (this.#lines.size === 0) {
      this.#had.clear();
      this.#level = 0;
      return;
    }
    this.#had.set(key, (this.#had.get(key) ?? 0) + tookMs);
    if (this.#isTurnYoung()) this.#beginWhileYoung();
    else this.#pump();
  }

  // Among those that may begin, the one with the least time; ties go to the longest wait.
  #nextLine(): Line | undefined {
    let next: Line | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const line of this.#lines.values()) {
      const had = this.#had.get(line.key) ?? 0;
      if (had >= least || (line.isRead && this.#isFull(line.tenantId))) continue;
      next = line;
      least = had;
    }
    if (next !== undefined) this.#level = least;
    return next;
  }
}

const NOTHING = (): void => undefined;

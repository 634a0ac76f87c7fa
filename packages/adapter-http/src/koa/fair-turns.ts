/** Work that begins in one turn of the event loop at most, in milliseconds; what comes later waits for the next. */
const TURN_MS = 10;
/** Reads that may be under way at a time, each of which may hold an answer of 4 MB: of one tenant, and of all. */
const MOST_READS = { tenant: 8, all: 32 };

/** Lets the next one begin; called once for each call that began. */
export type Leave = () => void;

/** Calls of a tenant that wait for their turn: its reads, or its changes, which do not wait for reads to end. */
interface Line {
  readonly key: string;
  readonly tenantId: string;
  readonly isRead: boolean;
  readonly waiting: ((leave: Leave) => void)[];
}

const NOTHING = (): void => undefined;

/**
 * Deals out the event loop among tenants by the time that their calls take of it: a call begins at once as long as this turn is
 * young and nobody waits; else whoever has had the least goes first (start-time fair queueing), as many as begin while a turn is
 * young. So a tenant who sends a hundred expensive calls at once holds up another one's cheap ones by one of them, however many they
 * are (decisions, section 16, "Limits"), and cheap changes that arrive together still share one commit.
 */
export class FairTurns {
  readonly #lines = new Map<string, Line>();
  /** What each line has had since somebody last had to wait, in milliseconds; nobody is owed what they did not ask for. */
  readonly #had = new Map<string, number>();
  /** What the line that began last had had. */
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
      // The time runs from before the first one begins.
      this.#isTurnYoung();
      this.#beginWhileYoung();
    });
  }

  #beginWhileYoung(): void {
    const line = this.#nextLine();
    // None: all who wait wait for a read to end, and its end goes on.
    if (line === undefined) return;
    const beganAt = performance.now();
    line.waiting.shift()?.(this.#begin(line.tenantId, line.isRead));
    if (line.waiting.length === 0) this.#lines.delete(line.key);
    // What has just begun goes as far as it gets without waiting for anything from outside, and only then is the time looked at.
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

  // Of those who may begin, the one that has had the least; of equals the one that has waited longest.
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

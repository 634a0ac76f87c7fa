/**
 * Queues expensive work fairly: one piece at a time, and the tenant served longest ago is next, however much others have queued.
 */
export class TenantQueue {
  /** What waits, by tenant; the first tenant is next. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #isRunning = false;

  /** `until`: when the next one may go on, such as the next turn of the event loop. */
  constructor(private readonly until: () => Promise<unknown>) {}

  /** Resolves when it is the tenant's turn. */
  next(tenantId: string): Promise<void> {
    return new Promise((resolve) => this.enqueue(tenantId, resolve));
  }

  /** Begins something when it is the tenant's turn. */
  enqueue(tenantId: string, begin: () => void): void {
    const line = this.#waiting.get(tenantId);
    if (line === undefined) this.#waiting.set(tenantId, [begin]);
    else line.push(begin);
    if (!this.#isRunning) void this.#run();
  }

  /** How many of a tenant's wait. */
  waiting(tenantId: string): number {
    return this.#waiting.get(tenantId)?.length ?? 0;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.size > 0) {
      await this.until();
      this.#goOn();
    }
    this.#isRunning = false;
  }

  #goOn(): void {
    const [next] = this.#waiting;
    if (next === undefined) return;
    const [tenantId, line] = next;
    const begin = line.shift();
    this.#waiting.delete(tenantId);
    if (line.length > 0) this.#waiting.set(tenantId, line);
    begin?.();
  }
}

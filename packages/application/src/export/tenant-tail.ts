import { type AuditCheckpoint, readAuditText, type SealedAuditEvent } from '@govgate/domain';
import type { ExportDeps } from './export-deps.js';

/** How many of a tenant's newest events are kept at hand: lanes that keep up read them once for all. */
const KEPT = 2_048;

/**
 * The end of one tenant's trail, found once for all its destinations: what this process committed is at hand, the rest is read. Whoever
 * is further behind reads the store.
 */
export class TenantTail {
  #events: SealedAuditEvent[] = [];
  /** Events of this process's own commits that no look has come to, by their sequence. */
  readonly #own = new Map<number, SealedAuditEvent>();
  #head: number | undefined;
  #checkpoint: AuditCheckpoint | undefined;

  constructor(
    private readonly trail: ExportDeps['auditTrail'],
    private readonly tenantId: string,
  ) {}

  /** The last sequence that was seen. */
  get head(): number {
    return this.#head ?? 0;
  }

  /** The newest checkpoint that was found. */
  get checkpoint(): AuditCheckpoint | undefined {
    return this.#checkpoint;
  }

  /** Looks for a newer checkpoint. */
  async findCheckpoint(): Promise<void> {
    const [newest] = await this.trail.checkpoints(this.tenantId, { direction: 'desc', limit: 1 });
    this.#checkpoint = newest ?? this.#checkpoint;
  }

  /** An event that this process committed. What cannot be kept here is read from the store like those of other processes. */
  take(event: SealedAuditEvent): void {
    if (this.#own.size < KEPT && event.sequence > this.head) this.#own.set(event.sequence, event);
  }

  /** Finds what was committed since; undefined where that is the first look, or more than is worth reading here. */
  async refresh(): Promise<readonly SealedAuditEvent[] | undefined> {
    const before = this.#head;
    const { sequence } = await this.trail.head(this.tenantId);
    if (before === undefined || sequence - before > KEPT) {
      this.#head = sequence;
      this.#events = [];
      this.#forgetOwn();
      return undefined;
    }
    const fresh = this.#ownBehind(before);
    const reached = fresh.at(-1)?.sequence ?? before;
    if (reached < sequence) fresh.push(...(await this.#fromStore(reached, KEPT)));
    this.#head = fresh.at(-1)?.sequence ?? before;
    this.#forgetOwn();
    this.#events.push(...fresh);
    if (this.#events.length > 2 * KEPT) this.#events = this.#events.slice(-KEPT);
    return fresh;
  }

  /** Events behind a sequence, in order, as many as are asked for at most. */
  async read(after: number, limit: number): Promise<readonly SealedAuditEvent[]> {
    if (after >= this.head) return [];
    const first = this.#events[0]?.sequence;
    if (first === undefined || after + 1 < first) return this.#fromStore(after, limit);
    const start = after + 1 - first;
    return this.#events.slice(start, start + limit);
  }

  // Up to the first that another process committed, or that is still being told.
  #ownBehind(sequence: number): SealedAuditEvent[] {
    const events: SealedAuditEvent[] = [];
    for (let next = this.#own.get(sequence + 1); next !== undefined; next = this.#own.get(next.sequence + 1))
      events.push(next);
    return events;
  }

  #forgetOwn(): void {
    for (const sequence of this.#own.keys()) if (sequence <= this.head) this.#own.delete(sequence);
  }

  async #fromStore(after: number, limit: number): Promise<SealedAuditEvent[]> {
    const events: SealedAuditEvent[] = [];
    for await (const batch of this.trail.stored(this.tenantId, after)) {
      for (const { text, hash } of batch.slice(0, limit - events.length))
        events.push(readAuditText(text, hash));
      if (events.length >= limit) break;
    }
    return events;
  }
}

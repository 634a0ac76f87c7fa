import { type AuditCheckpoint, readAuditText, type SealedAuditEvent } from '@govgate/domain';
import type { ExportDeps } from './export-deps.js';

/** How many of a tenant's newest events are cached: lanes that keep up share one read. */
const KEPT = 2_048;

/**
 * The end of one tenant's trail, read once for all its destinations: this process's commits are cached, the rest is read. Lanes further
 * behind read the store.
 */
export class TenantTail {
  #events: SealedAuditEvent[] = [];
  /** Events of this process's own commits that no look has reached yet, by sequence. */
  readonly #own = new Map<number, SealedAuditEvent>();
  #head: number | undefined;
  #checkpoint: AuditCheckpoint | undefined;

  constructor(
    private readonly trail: ExportDeps['auditTrail'],
    private readonly tenantId: string,
  ) {}

  /** The last sequence seen. */
  get head(): number {
    return this.#head ?? 0;
  }

  /** The newest checkpoint found. */
  get checkpoint(): AuditCheckpoint | undefined {
    return this.#checkpoint;
  }

  /** Looks for a newer checkpoint. */
  async findCheckpoint(): Promise<void> {
    const [newest] = await this.trail.checkpoints(this.tenantId, { direction: 'desc', limit: 1 });
    this.#checkpoint = newest ?? this.#checkpoint;
  }

  /** An event committed by this process. What cannot be cached is read from the store like other processes' events. */
  take(event: SealedAuditEvent): void {
    if (this.#own.size < KEPT && event.sequence > this.head) this.#own.set(event.sequence, event);
  }

  /** Finds what was committed since; undefined on the first look, or if there is too much to read here. */
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

  /** Events after a sequence, in order, up to a limit. */
  async read(after: number, limit: number): Promise<readonly SealedAuditEvent[]> {
    if (after >= this.head) return [];
    const first = this.#events[0]?.sequence;
    if (first === undefined || after + 1 < first) return this.#fromStore(after, limit);
    const start = after + 1 - first;
    return this.#events.slice(start, start + limit);
  }

  // Up to the first event committed by another process, or not announced yet.
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

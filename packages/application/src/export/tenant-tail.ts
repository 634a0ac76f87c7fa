import { type AuditCheckpoint, readAuditText, type SealedAuditEvent } from '@govgate/domain';
import type { ExportDeps } from './export-deps.js';

/** How many of a tenant's newest events are kept at hand: lanes that keep up read them once for all. */
const KEPT = 4_096;

/** The end of one tenant's trail, read once for all its destinations. Whoever is further behind reads the store. */
export class TenantTail {
  #events: SealedAuditEvent[] = [];
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

  /** Reads what was committed since; undefined where that is the first look, or more than is worth reading here. */
  async refresh(): Promise<readonly SealedAuditEvent[] | undefined> {
    const before = this.#head;
    const { sequence } = await this.trail.head(this.tenantId);
    if (before === undefined || sequence - before > KEPT) {
      this.#head = sequence;
      this.#events = [];
      return undefined;
    }
    const fresh = await this.#fromStore(before, KEPT);
    this.#head = fresh.at(-1)?.sequence ?? before;
    this.#events = [...this.#events, ...fresh].slice(-KEPT);
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

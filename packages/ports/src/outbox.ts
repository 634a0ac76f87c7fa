import type { Instant } from '@govgate/domain';

/** Work that a commit promises. Ids only: a queue payload never holds data. */
export interface OutboxEntry {
  readonly entryId: string;
  readonly tenantId: string;
  readonly environmentId: string | null;
  /** Which job: `delivery_check`, `audit_export`... */
  readonly job: string;
  /** What the job is about. */
  readonly subjectId: string;
  readonly requestId: string;
  readonly createdAt: Instant;
}

/** Committed work that was not handed on yet. It is marked only after the queue took it, so nothing is lost; it may be handed on twice. */
export interface Outbox {
  /** The oldest entries first. */
  pending(limit: number): Promise<readonly OutboxEntry[]>;
  /** Forgets entries that were handed on; unknown ids are ignored. */
  markDone(entryIds: readonly string[]): Promise<void>;
}

import type { AuditEvent, Instant, Revocation, SealedAuditEvent, SequencedRevocation } from '@govgate/domain';
import type { OutboxEntry } from './outbox.js';
import type { AnyKind, ObservedKind, RecordFor, ScopeOfKind } from './record-kind.js';

/** A record to write. `expectedVersion`: the version it was read at, null to create it, 'any' to write whatever is there. */
export interface Put<K extends AnyKind = AnyKind> {
  readonly kind: K;
  readonly record: RecordFor<K>;
  readonly expectedVersion: number | null | 'any';
}

/** A record to remove. With 'any' an absent one is no conflict. One created again later counts its versions from 1 again. */
export interface Removal<K extends AnyKind = AnyKind> {
  readonly kind: K;
  readonly removed: { readonly scope: ScopeOfKind<K>; readonly id: string };
  readonly expectedVersion: number | 'any';
}

export type Change<K extends AnyKind = AnyKind> = Put<K> | Removal<K>;

/**
 * A record that a decision was made on and that its batch does not change: the version it was read at, null where there was
 * none. It is of a tenant that the batch has an event of: that orders the commits that change it and those that stand on it. Of an
 * observed record that holds for what is committed with an event; what is merely observed may slip in between.
 */
export interface Precondition<K extends AnyKind = AnyKind> {
  readonly kind: K;
  readonly scope: ScopeOfKind<K>;
  readonly id: string;
  readonly version: number | null;
}

/** Everything that one change consists of. Times, ids and events are made before, so that a store may try twice. */
export interface CommitBatch {
  /** Each record at most once. */
  readonly changes: readonly Change[];
  /** What must still be as it was read when the commit happens; where something is not, the outcome is a conflict over its version. */
  readonly preconditions?: readonly Precondition[];
  /** At least one event: a change that nobody hears of cannot be expressed. Events of several tenants each go to their own chain. */
  readonly audit: readonly [AuditEvent, ...AuditEvent[]];
  readonly revocations?: readonly Revocation[];
  /**
   * Read inside the commit, once for each try: a revocation takes effect no earlier than that, so that it covers the sessions
   * that were committed after it was decided.
   */
  readonly now?: () => Instant;
  readonly outbox?: readonly OutboxEntry[];
  /** The MAC stored with each event. An event without one is never signed. */
  readonly mac?: EventMac;
}

/**
 * The MAC of an event under a key that is not in the store, over its chain hash: that covers the event's text and, by its `prev_hash`,
 * every event before it.
 */
export type EventMac = (chainHash: string) => string;

/** Why nothing of a batch was written. */
export interface Conflict {
  /** version: changed, removed or, where there was none, created since it was read; exists: created meanwhile; unique: another record holds the value. */
  readonly because: 'version' | 'exists' | 'unique';
  readonly kind: string;
  readonly id: string;
  /** The name of the unique rule, when that is why. */
  readonly unique?: string;
}

export type CommitOutcome =
  | {
      readonly committed: true;
      readonly audit: readonly SealedAuditEvent[];
      readonly revocations: readonly SequencedRevocation[];
    }
  | { readonly committed: false; readonly conflict: Conflict };

/**
 * The one way to change governed records. A commit is atomic and durable when it resolves: records, audit events in their
 * tenant's chain, revocations in their feed and outbox entries together, or nothing.
 *
 * @throws PortUnavailable with port 'audit' when the trail cannot be written, 'store' otherwise; PortTimedOut
 */
export interface UnitOfWork {
  commit(batch: CommitBatch): Promise<CommitOutcome>;

  /**
   * Writes observed records (heartbeats, probe results, bookkeeping) atomically, without an audit event. Governed kinds do
   * not compile here.
   */
  observe(changes: readonly Change<ObservedKind>[]): Promise<{ readonly committed: boolean }>;
}

import type {
  AuditCheckpoint,
  AuditEventType,
  AuditOutcome,
  ChainHead,
  HistogramInterval,
  Instant,
  OutcomeCounts,
  SealedAuditEvent,
  StoredEvent,
} from '@govgate/domain';
import type { AuditResourceType } from '@govgate/domain/internal';

/** Which events a reader wants; all given conditions hold together. */
export interface AuditFilter {
  readonly environmentId?: string;
  readonly actorId?: string;
  readonly resourceType?: AuditResourceType;
  readonly resourceId?: string;
  readonly eventType?: AuditEventType;
  readonly outcome?: AuditOutcome;
  readonly correlationId?: string;
  /** Inclusive. */
  readonly from?: Instant;
  /** Exclusive. */
  readonly to?: Instant;
}

export interface AuditPageQuery {
  readonly filter: AuditFilter;
  readonly direction: 'asc' | 'desc';
  /** Events behind this sequence, in the direction asked for. */
  readonly afterSequence?: number;
  readonly limit: number;
}

export interface AuditPage {
  readonly items: readonly SealedAuditEvent[];
  /** Exact up to `MOST_COUNTED_EVENTS`; that many where there are more. */
  readonly totalCount: number;
  readonly totalIsAtLeast: boolean;
  readonly more: boolean;
}

/** How far lists of events are counted (docs/spec/audit.md). */
export const MOST_COUNTED_EVENTS = 10_000;

/** What a page says of its total, from a count that may have stopped behind the limit. */
export const auditTotal = (counted: number): Pick<AuditPage, 'totalCount' | 'totalIsAtLeast'> => ({
  totalCount: Math.min(counted, MOST_COUNTED_EVENTS),
  totalIsAtLeast: counted > MOST_COUNTED_EVENTS,
});

/** The events of a resource in a span of time: at least one. */
export interface EventCount {
  readonly events: number;
  readonly denied: number;
  /** When the first of them happened. */
  readonly oldest: Instant;
}

/** Which events a histogram counts, and in what buckets. */
export interface HistogramQuery {
  readonly filter: AuditFilter & { readonly from: Instant; readonly to: Instant };
  readonly interval: HistogramInterval;
}

/** The events that `stored` gives at once, at most. */
export const EVENT_BATCH = 256;

/** Events that are sealed at once: the smallest subtree that is kept. */
export const SEALED_BLOCK = 256;

/** The levels of the tree whose complete subtrees are kept, upwards: 2^8, 2^16 and 2^24 events each. */
export const KEPT_LEVELS = [8, 16, 24] as const;
export type KeptLevel = (typeof KEPT_LEVELS)[number];

/** A complete subtree of a trail's tree. It never changes, as events never do. */
export interface KeptSubtree {
  readonly level: KeptLevel;
  /** The subtrees of its level before it. */
  readonly place: number;
  /** Base64. */
  readonly hash: string;
  /** The latest time of all events up to its end: no smaller than that of the subtree before. */
  readonly latest: Instant;
}

/** Checkpoints behind one of them, in the direction asked for: by size, then by key. */
export interface CheckpointQuery {
  readonly direction: 'asc' | 'desc';
  readonly after?: { readonly size: number; readonly keyId: string };
  readonly limit: number;
}

/**
 * The audit trail of one tenant, and what is kept with it. Events come with commits only; what is written here is about
 * events that are there already.
 */
export interface AuditTrail {
  /**
   * By sequence. The events are found along one index, of a fixed order (`trailPath`), and what else is asked for is checked event by
   * event, so a rare combination costs the events of its rarest value. Events that are sealed meanwhile may still be counted.
   */
  page(tenantId: string, query: AuditPageQuery): Promise<AuditPage>;

  /** One event by its id, where it is the tenant's. */
  find(tenantId: string, auditEventId: string): Promise<SealedAuditEvent | undefined>;

  /**
   * Everything that is kept of the events after a sequence, in their order: text, hash and, where copies of its
   * values are kept, those, as it stands. In batches, in flat memory; before each batch the rest of the process has its turn. Without a sequence also what
   * no commit wrote, such as an event before the first one. What is no text there is given as "".
   */
  stored(tenantId: string, afterSequence?: number): AsyncIterable<readonly StoredEvent[]>;

  /**
   * The chain hashes of events in their order, `count` from a sequence on, up to the first that is not known. Also of events
   * that were sealed. 256 at most, of one block or of events that follow each other.
   */
  hashes(tenantId: string, fromSequence: number, count: number): Promise<readonly string[]>;

  /** The MACs of events that follow each other, `count` from a sequence on, up to the first that is gone; "" of one without. 256 at most. */
  macs(tenantId: string, fromSequence: number, count: number): Promise<readonly string[]>;

  /** When each of some events happened; those that are gone are left out. */
  instants(tenantId: string, sequences: readonly number[]): Promise<ReadonlyMap<number, Instant>>;

  /** The first event that is there; undefined: none is. */
  firstSequence(tenantId: string): Promise<number | undefined>;

  /**
   * Takes the events of a block out and keeps their hashes in their place, both or neither: block `place` holds `SEALED_BLOCK`
   * events, from place times that many on. False, and nothing is done, where they are not all there, as the second time, or
   * where the block's subtree is not kept.
   */
  seal(tenantId: string, place: number): Promise<boolean>;

  /** The end of the chain; sequence 0 before the first event. */
  head(tenantId: string): Promise<ChainHead>;

  /**
   * What each of some resources has of events since an instant; those without any are left out. It costs their events, not the
   * tenant's, and each of them once.
   */
  countByResource(
    tenantId: string,
    query: {
      readonly resourceType: AuditResourceType;
      readonly resourceIds: readonly string[];
      readonly environmentId?: string;
      readonly from: Instant;
    },
  ): Promise<ReadonlyMap<string, EventCount>>;

  /**
   * The events of a filter by the start of their bucket; those without any are left out. Counted from an index: it costs the events of the
   * span, in whatever order they were written, those of the correlation, or those of the resource.
   */
  countByTime(tenantId: string, query: HistogramQuery): Promise<ReadonlyMap<Instant, OutcomeCounts>>;

  /**
   * The ids of each of some resources' events of an outcome, oldest first, `limit` of each; those without any are left out. It costs
   * their events, not the tenant's.
   */
  idsByResource(
    tenantId: string,
    query: {
      readonly resourceType: AuditResourceType;
      readonly resourceIds: readonly string[];
      readonly outcome: AuditOutcome;
      readonly limit: number;
    },
  ): Promise<ReadonlyMap<string, readonly string[]>>;

  /** Kept subtrees of a level in their order, `count` from a place on; fewer where there are no more. 256 at most. */
  subtrees(
    tenantId: string,
    level: KeptLevel,
    fromPlace: number,
    count: number,
  ): Promise<readonly KeptSubtree[]>;

  /** The first kept subtree of the lowest level that holds an event of an instant or later; undefined: none does. Found by an index. */
  subtreeAt(tenantId: string, instant: Instant): Promise<KeptSubtree | undefined>;

  /** Checkpoints of the tenant. */
  checkpoints(tenantId: string, query: CheckpointQuery): Promise<readonly AuditCheckpoint[]>;

  /** How many there are. */
  countCheckpoints(tenantId: string): Promise<number>;

  /**
   * Keeps a checkpoint and the subtrees that are complete in it, together. A checkpoint of a size and key that is there stays;
   * a subtree that is there is written again.
   */
  addCheckpoint(checkpoint: AuditCheckpoint, subtrees: readonly KeptSubtree[]): Promise<void>;

  /** Every tenant that has a chain, or anything left of one: an event, a head, a checkpoint. */
  tenants(): Promise<readonly string[]>;
}

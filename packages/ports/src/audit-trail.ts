import type {
  AuditCheckpoint,
  AuditEventType,
  AuditOutcome,
  AuditResourceType,
  ChainHead,
  ChainLink,
  Instant,
  SealedAuditEvent,
} from '@govgate/domain';

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
  readonly totalCount: number;
  readonly more: boolean;
}

/** Reads of the audit trail of one tenant. There is no write here: events come with commits only. */
export interface AuditTrail {
  /** By sequence. Items and total are of one snapshot. */
  page(tenantId: string, query: AuditPageQuery): Promise<AuditPage>;

  /** The stored texts in sequence order, from a sequence on, in flat memory. */
  links(tenantId: string, fromSequence: number): AsyncIterable<ChainLink & { readonly occurredAt: Instant }>;

  /** The end of the chain; sequence 0 before the first event. */
  head(tenantId: string): Promise<ChainHead>;

  /** How many events each resource has in a span of time, optionally of one outcome; resources without any are left out. */
  countByResource(
    tenantId: string,
    query: {
      readonly resourceType: AuditResourceType;
      readonly environmentId?: string;
      readonly outcome?: AuditOutcome;
      readonly from: Instant;
    },
  ): Promise<ReadonlyMap<string, number>>;

  /** Signed heads, oldest first. */
  checkpoints(tenantId: string): Promise<readonly AuditCheckpoint[]>;

  /** Keeps a signed head. Not part of the chain itself. */
  addCheckpoint(checkpoint: AuditCheckpoint): Promise<void>;

  /** Every tenant that has a chain. */
  tenants(): Promise<readonly string[]>;
}

import type { AuditEvent, Instant, Revocation } from '@govgate/domain';
import {
  type AnyKind,
  type Change,
  type CommitBatch,
  type CommitOutcome,
  type EventMac,
  type OutboxEntry,
  PortUnavailable,
  type Precondition,
  partitionOf,
} from '@govgate/ports';
import { RECORD } from '../kinds/documents.js';
import { recordKey } from '../kinds/keys.js';
import { type EncodedRecord, encodeRecord } from '../kinds/record-document.js';

/** A change in its written form. */
export interface EncodedChange {
  readonly kind: AnyKind;
  readonly key: string;
  readonly tenantId: string;
  readonly environmentId: string;
  readonly id: string;
  readonly expectedVersion: number | null | 'any';
  /** Undefined: the record is removed. */
  readonly record: EncodedRecord | undefined;
}

/** A record a unit is based on, located like a change. */
export interface EncodedPrecondition extends Pick<EncodedChange, 'kind' | 'key' | 'id'> {
  readonly version: number | null;
}

/** The writes of one call, all or nothing. */
export interface Unit {
  readonly changes: readonly EncodedChange[];
  readonly preconditions: readonly EncodedPrecondition[];
  /** Empty for observed records: they have no event and move no revision. */
  readonly audit: readonly AuditEvent[];
  readonly mac?: EventMac | undefined;
  readonly revocations: readonly Revocation[];
  readonly now: (() => Instant) | undefined;
  readonly outbox: readonly OutboxEntry[];
}

/** A unit's outcome, or why there is none. */
export type UnitResult = CommitOutcome | PortUnavailable;

/** A commit as a unit. The caller's data is copied: it may change while the unit waits. */
export const unitOfBatch = (batch: CommitBatch): Unit => {
  assertDistinct(
    batch.audit.map(({ auditEventId }) => auditEventId),
    'audit',
  );
  const outbox = batch.outbox ?? [];
  assertDistinct(
    outbox.map(({ entryId }) => entryId),
    'store',
  );
  return {
    changes: batch.changes.map(encodeChange),
    preconditions: (batch.preconditions ?? []).map((precondition) => encodePrecondition(precondition, batch)),
    now: batch.now,
    audit: structuredClone(batch.audit) as readonly AuditEvent[],
    mac: batch.mac,
    revocations: structuredClone(batch.revocations ?? []) as readonly Revocation[],
    outbox: structuredClone(outbox) as readonly OutboxEntry[],
  };
};

/** Observed records as a unit. */
export const unitOfChanges = (changes: readonly Change[]): Unit => ({
  changes: changes.map(encodeChange),
  preconditions: [],
  now: undefined,
  audit: [],
  revocations: [],
  outbox: [],
});

/** The queue of a unit: commits of a tenant all write its head, so they are sequential anyway. */
export const lineOf = ({ audit: [first], changes: [change] }: Unit): string =>
  first?.tenantId ?? change?.tenantId ?? '';

const encodeChange = (change: Change): EncodedChange => {
  const { kind, expectedVersion } = change;
  if (!('removed' in change)) {
    const record = encodeRecord(kind, change.record);
    return {
      kind,
      key: record._id,
      tenantId: record[RECORD.tenantId],
      environmentId: record[RECORD.environmentId],
      id: record[RECORD.id],
      expectedVersion,
      record,
    };
  }
  const { scope, id } = change.removed;
  const place = partitionOf(kind, scope as object);
  const key = recordKey(place.tenantId, place.environmentId, id);
  return { kind, key, ...place, id, expectedVersion, record: undefined };
};

// A transaction that only reads a record does not conflict with one that writes it. A change of a governed record writes its tenant's head,
// and so does the unit, through its event: of two such transactions one loses there and is judged again.
const encodePrecondition = (
  { kind, scope, id, version }: Precondition,
  { audit }: Pick<CommitBatch, 'audit'>,
): EncodedPrecondition => {
  const { tenantId, environmentId } = partitionOf(kind, scope);
  if (!audit.some((event) => event.tenantId === tenantId))
    throw new TypeError('a batch stands on a record of a tenant that it has no event of');
  return { kind, key: recordKey(tenantId, environmentId, id), id, version };
};

const assertDistinct = (ids: readonly string[], port: 'audit' | 'store'): void => {
  if (new Set(ids).size < ids.length)
    throw new PortUnavailable(port, { cause: new Error('an id stands twice in one batch') });
};

import {
  type AuditEvent,
  EMPTY_CHAIN,
  headAfter,
  type Instant,
  type Revocation,
  type SealedAuditEvent,
  type SequencedRevocation,
  type Sha256Hex,
  sealAuditEvent,
  sequenceRevocation,
} from '@govgate/domain';
import {
  type Change,
  type CommitBatch,
  type CommitOutcome,
  type Conflict,
  type EventMac,
  PortUnavailable,
  type Precondition,
  partitionOf,
  type UnitOfWork,
} from '@govgate/ports';
import { copyOf, keyOf, type MemoryChain, type MemoryData, tableOf } from './memory-data.js';
import { MemoryDraft } from './memory-draft.js';

/** Writes of the memory store: each batch is judged in a draft, then applied in one step. */
export const memoryUnitOfWork = (data: MemoryData, hash: Sha256Hex, assertOpen: () => void): UnitOfWork => ({
  async commit(batch) {
    assertOpen();
    return commit(data, hash, copyOfBatch(batch));
  },
  async observe(changes) {
    assertOpen();
    const draft = new MemoryDraft(data);
    if (draftConflict(draft, changes) !== undefined) return { committed: false };
    draft.apply();
    return { committed: true };
  },
});

// Kinds contain functions and stay unchanged; everything else is the caller's and may change behind our back.
const copyOfBatch = (batch: CommitBatch): CommitBatch => ({ ...batch, audit: copyOf(batch.audit) });

const draftConflict = (draft: MemoryDraft, changes: readonly Change[]): Conflict | undefined => {
  for (const change of changes) {
    const conflict = draft.take(change);
    if (conflict !== undefined) return conflict;
  }
  return draft.uniqueConflict();
};

// Checked before any change: a batch does not change what it depends on.
const goneFrom = (data: MemoryData, preconditions: readonly Precondition[]): Conflict | undefined => {
  const gone = preconditions.find(({ kind, scope, id, version }) => {
    const { tenantId, environmentId } = partitionOf(kind, scope);
    const row = tableOf(data, kind.name).rows.get(keyOf(tenantId, environmentId, id));
    return (row?.version ?? null) !== version;
  });
  return gone && { because: 'version', kind: gone.kind.name, id: gone.id };
};

const commit = (data: MemoryData, hash: Sha256Hex, batch: CommitBatch): CommitOutcome => {
  const draft = new MemoryDraft(data);
  const conflict = goneFrom(data, batch.preconditions ?? []) ?? draftConflict(draft, batch.changes);
  if (conflict !== undefined) return { committed: false, conflict };
  assertNewEvents(data, batch.audit);
  assertNewOutboxEntries(data, batch);
  draft.apply();
  const audit = batch.audit.map((event) => append(data, event, { hash, mac: batch.mac }));
  const revocations = (batch.revocations ?? []).map((revocation) => place(data, revocation, batch.now?.()));
  for (const entry of batch.outbox ?? []) data.outbox.set(entry.entryId, copyOf(entry));
  moveRevisions(data, draft, batch.audit);
  return { committed: true, audit: copyOf(audit), revocations: copyOf(revocations) };
};

const assertNewEvents = (data: MemoryData, events: readonly AuditEvent[]): void => {
  const ids = new Set(events.map((event) => event.auditEventId));
  if (ids.size < events.length || [...ids].some((id) => data.eventIds.has(id)))
    throw new PortUnavailable('audit', { cause: new Error('an audit event with this id exists') });
};

const assertNewOutboxEntries = (data: MemoryData, batch: CommitBatch): void => {
  if (batch.outbox?.some((entry) => data.outbox.has(entry.entryId)))
    throw new PortUnavailable('store', { cause: new Error('an outbox entry with this id exists') });
};

const append = (
  data: MemoryData,
  event: AuditEvent,
  { hash, mac }: { readonly hash: Sha256Hex; readonly mac: EventMac | undefined },
): SealedAuditEvent => {
  const chain: MemoryChain = data.chains.get(event.tenantId) ?? { head: EMPTY_CHAIN, links: [] };
  const sealed = sealAuditEvent(event, chain.head, hash);
  chain.links.push({ ...sealed, mac: mac?.(sealed.event.hash) ?? '' });
  chain.head = headAfter(sealed.event);
  data.chains.set(event.tenantId, chain);
  data.eventIds.add(event.auditEventId);
  return sealed.event;
};

const place = (data: MemoryData, revocation: Revocation, writtenAt?: Instant): SequencedRevocation => {
  const key = keyOf(revocation.tenantId, revocation.environmentId);
  const feed = data.revocations.get(key) ?? [];
  const sequenced = sequenceRevocation(revocation, feed.length + 1, writtenAt);
  data.revocations.set(key, [...feed, sequenced]);
  return sequenced;
};

const moveRevisions = (data: MemoryData, draft: MemoryDraft, events: readonly AuditEvent[]): void => {
  const touched = draft.touched();
  const authorization = [...touched.values()].includes(true);
  for (const tenantId of new Set([...events.map((event) => event.tenantId), ...touched.keys()])) {
    const before = data.revisions.get(tenantId) ?? { content: 0, authorization: 0 };
    data.revisions.set(tenantId, {
      content: before.content + 1,
      authorization: before.authorization + (authorization ? 1 : 0),
    });
  }
};

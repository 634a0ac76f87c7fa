import {
  compareText,
  countsByBucket,
  EMPTY_CHAIN,
  type SealedAuditEvent,
  type StoredEvent,
} from '@govgate/domain';
import { columnsOfEvent } from '@govgate/domain/internal';
import { type AuditTrail, EVENT_BATCH, type EventCount, SEALED_BLOCK } from '@govgate/ports';
import { nextTurn } from '../next-turn.js';
import { checkpointsOf, keepCheckpoint } from './memory-checkpoints.js';
import { copyOf, type MemoryData } from './memory-data.js';
import { isRequest, pageOfEvents } from './trail-lists.js';

/** The audit trail of the memory store. */
export const memoryAuditTrail = (data: MemoryData, assertOpen: () => void): AuditTrail => ({
  ...events(data, assertOpen),
  ...chain(data, assertOpen),
  ...tree(data, assertOpen),
  ...checkpoints(data, assertOpen),
  async tenants() {
    assertOpen();
    return [...new Set([...data.chains.keys(), ...data.checkpoints.keys()])].sort(compareText);
  },
});

const events = (
  data: MemoryData,
  assertOpen: () => void,
): Pick<AuditTrail, 'page' | 'find' | 'countByResource' | 'countByTime' | 'idsByResource'> => ({
  async page(tenantId, query) {
    assertOpen();
    return pageOfEvents(eventsOf(data, tenantId), query);
  },
  async find(tenantId, auditEventId) {
    assertOpen();
    const found = eventsOf(data, tenantId).find((event) => event.auditEventId === auditEventId);
    return found === undefined ? undefined : copyOf(found);
  },
  async countByResource(tenantId, query) {
    assertOpen();
    return countByResource(eventsOf(data, tenantId), query);
  },
  async countByTime(tenantId, { filter, interval }) {
    assertOpen();
    const events = eventsOf(data, tenantId).filter((event) => isRequest(filter, event));
    return countsByBucket(
      events.map(({ occurredAt, outcome }) => [occurredAt, outcome, 1]),
      interval,
    );
  },
  async idsByResource(tenantId, query) {
    assertOpen();
    return idsByResource(eventsOf(data, tenantId), query);
  },
});

const chain = (
  data: MemoryData,
  assertOpen: () => void,
): Pick<AuditTrail, 'stored' | 'hashes' | 'macs' | 'instants' | 'firstSequence' | 'seal' | 'head'> => ({
  async *stored(tenantId, afterSequence = 0) {
    for (let from = afterSequence; ; ) {
      await nextTurn();
      assertOpen();
      const gone = (data.sealed.get(tenantId)?.length ?? 0) * SEALED_BLOCK;
      const batch = storedOf(data, tenantId, from);
      if (batch.length > 0) yield batch;
      if (batch.length < EVENT_BATCH) return;
      from = Math.max(from, gone) + EVENT_BATCH;
    }
  },
  async hashes(tenantId, fromSequence, count) {
    assertOpen();
    const sealed = (data.sealed.get(tenantId) ?? []).flat();
    const events = eventsOf(data, tenantId);
    const meet = (events[0]?.sequence ?? 1) <= sealed.length + 1;
    const known = meet ? [...sealed, ...events.map(({ hash }) => hash)] : sealed;
    return known.slice(fromSequence - 1, fromSequence - 1 + count);
  },
  async macs(tenantId, fromSequence, count) {
    assertOpen();
    const gone = (data.sealed.get(tenantId)?.length ?? 0) * SEALED_BLOCK;
    const links = data.chains.get(tenantId)?.links ?? [];
    return fromSequence <= gone
      ? []
      : links.slice(fromSequence - 1 - gone, fromSequence - 1 - gone + count).map(({ mac }) => mac);
  },
  async instants(tenantId, sequences) {
    assertOpen();
    const found = eventsOf(data, tenantId).filter(({ sequence }) => sequences.includes(sequence));
    return new Map(found.map(({ sequence, occurredAt }) => [sequence, occurredAt]));
  },
  async firstSequence(tenantId) {
    assertOpen();
    return eventsOf(data, tenantId)[0]?.sequence;
  },
  async seal(tenantId, place) {
    assertOpen();
    return sealBlock(data, tenantId, place);
  },
  async head(tenantId) {
    assertOpen();
    return { ...(data.chains.get(tenantId)?.head ?? EMPTY_CHAIN) };
  },
});

const tree = (data: MemoryData, assertOpen: () => void): Pick<AuditTrail, 'subtrees' | 'subtreeAt'> => ({
  async subtrees(tenantId, level, fromPlace, count) {
    assertOpen();
    const ofLevel = (data.subtrees.get(tenantId) ?? []).filter((subtree) => subtree.level === level);
    return copyOf(ofLevel.filter(({ place }) => place >= fromPlace && place < fromPlace + count));
  },
  async subtreeAt(tenantId, instant) {
    assertOpen();
    const found = (data.subtrees.get(tenantId) ?? []).find(
      ({ level, latest }) => level === 8 && latest >= instant,
    );
    return found === undefined ? undefined : copyOf(found);
  },
});

const checkpoints = (
  data: MemoryData,
  assertOpen: () => void,
): Pick<AuditTrail, 'checkpoints' | 'countCheckpoints' | 'addCheckpoint'> => ({
  async checkpoints(tenantId, query) {
    assertOpen();
    return copyOf(checkpointsOf(data, tenantId, query));
  },
  async countCheckpoints(tenantId) {
    assertOpen();
    return data.checkpoints.get(tenantId)?.length ?? 0;
  },
  async addCheckpoint(checkpoint, subtrees) {
    assertOpen();
    keepCheckpoint(data, copyOf(checkpoint), copyOf(subtrees));
  },
});

const sealBlock = (data: MemoryData, tenantId: string, place: number): boolean => {
  const sealed = data.sealed.get(tenantId) ?? [];
  const links = data.chains.get(tenantId)?.links ?? [];
  const isKept = data.subtrees.get(tenantId)?.some((one) => one.level === 8 && one.place === place);
  if (place !== sealed.length || links.length < SEALED_BLOCK || !isKept) return false;
  const taken = links.splice(0, SEALED_BLOCK);
  data.sealed.set(tenantId, [...sealed, taken.map(({ event }) => event.hash)]);
  return true;
};

const storedOf = (data: MemoryData, tenantId: string, behind: number): StoredEvent[] => {
  const gone = (data.sealed.get(tenantId)?.length ?? 0) * SEALED_BLOCK;
  const after = Math.max(0, behind - gone);
  return (data.chains.get(tenantId)?.links ?? [])
    .slice(after, after + EVENT_BATCH)
    .map(({ event, text }) => ({
      sequence: event.sequence,
      text,
      hash: event.hash,
      columns: columnsOfEvent(event),
    }));
};

const eventsOf = (data: MemoryData, tenantId: string): SealedAuditEvent[] =>
  (data.chains.get(tenantId)?.links ?? []).map((link) => link.event);

const countByResource = (
  events: readonly SealedAuditEvent[],
  { resourceIds, ...filter }: Parameters<AuditTrail['countByResource']>[1],
): ReadonlyMap<string, EventCount> => {
  const counts = new Map<string, EventCount>();
  for (const { resource, outcome, occurredAt } of events.filter((event) => isRequest(filter, event))) {
    const { resourceId } = resource;
    if (!resourceIds.includes(resourceId)) continue;
    const before = counts.get(resourceId) ?? { events: 0, denied: 0, oldest: occurredAt };
    counts.set(resourceId, {
      events: before.events + 1,
      denied: before.denied + (outcome === 'denied' ? 1 : 0),
      oldest: occurredAt < before.oldest ? occurredAt : before.oldest,
    });
  }
  return counts;
};

const idsByResource = (
  events: readonly SealedAuditEvent[],
  { resourceIds, limit, ...filter }: Parameters<AuditTrail['idsByResource']>[1],
): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const { auditEventId, resource } of events.filter((event) => isRequest(filter, event))) {
    const { resourceId } = resource;
    const ids = found.get(resourceId) ?? [];
    if (!resourceIds.includes(resourceId) || ids.length >= limit) continue;
    found.set(resourceId, [...ids, auditEventId]);
  }
  return found;
};

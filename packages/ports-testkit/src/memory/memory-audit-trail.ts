import { compareText, EMPTY_CHAIN, type SealedAuditEvent } from '@govgate/domain';
import type { AuditFilter, AuditPageQuery, AuditTrail } from '@govgate/ports';
import { copyOf, type MemoryData } from './memory-data.js';

const eventsOf = (data: MemoryData, tenantId: string): SealedAuditEvent[] =>
  (data.chains.get(tenantId)?.links ?? []).map((link) => link.event);

const wants = (filter: AuditFilter, event: SealedAuditEvent): boolean =>
  equals(filter.environmentId, event.environmentId) &&
  equals(filter.actorId, event.actor.actorId) &&
  equals(filter.resourceType, event.resource.resourceType) &&
  equals(filter.resourceId, event.resource.resourceId) &&
  equals(filter.eventType, event.eventType) &&
  equals(filter.outcome, event.outcome) &&
  equals(filter.correlationId, event.correlationId) &&
  (filter.from === undefined || event.occurredAt >= filter.from) &&
  (filter.to === undefined || event.occurredAt < filter.to);

const equals = <T>(wanted: T | undefined, found: T | null): boolean =>
  wanted === undefined || wanted === found;

const pageOf = (events: readonly SealedAuditEvent[], query: AuditPageQuery) => {
  const wanted = events.filter((event) => wants(query.filter, event));
  if (query.direction === 'desc') wanted.reverse();
  const behind = wanted.filter((event) => isBehind(query, event.sequence));
  return {
    items: copyOf(behind.slice(0, query.limit)),
    totalCount: wanted.length,
    more: behind.length > query.limit,
  };
};

const isBehind = ({ afterSequence, direction }: AuditPageQuery, sequence: number): boolean => {
  if (afterSequence === undefined) return true;
  return direction === 'asc' ? sequence > afterSequence : sequence < afterSequence;
};

const countByResource = (
  events: readonly SealedAuditEvent[],
  filter: AuditFilter,
): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { resource } of events.filter((event) => wants(filter, event)))
    counts.set(resource.resourceId, (counts.get(resource.resourceId) ?? 0) + 1);
  return counts;
};

/** The audit trail of the memory store. */
export const memoryAuditTrail = (data: MemoryData, assertOpen: () => void): AuditTrail => ({
  async page(tenantId, query) {
    assertOpen();
    return pageOf(eventsOf(data, tenantId), query);
  },
  async *links(tenantId, fromSequence) {
    assertOpen();
    for (const { event, text } of data.chains.get(tenantId)?.links.slice() ?? [])
      if (event.sequence >= fromSequence)
        yield { sequence: event.sequence, text, hash: event.hash, occurredAt: event.occurredAt };
  },
  async head(tenantId) {
    assertOpen();
    return { ...(data.chains.get(tenantId)?.head ?? EMPTY_CHAIN) };
  },
  async countByResource(tenantId, query) {
    assertOpen();
    return countByResource(eventsOf(data, tenantId), query);
  },
  async checkpoints(tenantId) {
    assertOpen();
    return copyOf(data.checkpoints.get(tenantId) ?? []);
  },
  async addCheckpoint(checkpoint) {
    assertOpen();
    const kept = data.checkpoints.get(checkpoint.tenantId) ?? [];
    data.checkpoints.set(
      checkpoint.tenantId,
      [...kept, copyOf(checkpoint)].sort((a, b) => a.sequence - b.sequence),
    );
  },
  async tenants() {
    assertOpen();
    return [...data.chains.keys()].sort(compareText);
  },
});

import type { SealedAuditEvent } from '@govgate/domain';
import { type AuditFilter, type AuditPage, type AuditPageQuery, auditTotal } from '@govgate/ports';
import { copyOf } from './memory-data.js';

/** Whether an event is one of a filter's. */
export const isRequest = (filter: AuditFilter, event: SealedAuditEvent): boolean =>
  equals(filter.environmentId, event.environmentId) &&
  equals(filter.actorId, event.actor.actorId) &&
  equals(filter.resourceType, event.resource.resourceType) &&
  equals(filter.resourceId, event.resource.resourceId) &&
  equals(filter.eventType, event.eventType) &&
  equals(filter.outcome, event.outcome) &&
  equals(filter.correlationId, event.correlationId) &&
  (filter.from === undefined || event.occurredAt >= filter.from) &&
  (filter.to === undefined || event.occurredAt < filter.to);

/** A page of a trail's events, of all of them in their order. */
export const pageOfEvents = (events: readonly SealedAuditEvent[], query: AuditPageQuery): AuditPage => {
  const wanted = events.filter((event) => isRequest(query.filter, event));
  if (query.direction === 'desc') wanted.reverse();
  const behind = wanted.filter((event) => isBehind(query, event.sequence));
  return {
    items: copyOf(behind.slice(0, query.limit)),
    ...auditTotal(wanted.length),
    more: behind.length > query.limit,
  };
};

const isBehind = ({ afterSequence, direction }: AuditPageQuery, sequence: number): boolean => {
  if (afterSequence === undefined) return true;
  return direction === 'asc' ? sequence > afterSequence : sequence < afterSequence;
};

const equals = <T>(wanted: T | undefined, found: T | null): boolean =>
  wanted === undefined || wanted === found;

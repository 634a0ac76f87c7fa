import type { SealedAuditRecord, StoredEvent } from '@govgate/domain';
import type { AuditFilter } from '@govgate/ports';
import type { Document } from 'mongodb';
import type { AuditDocument } from '../kinds/documents.js';
import { typed } from './where-filter.js';

/** What is kept of a sealed event. */
export const auditDocumentOf = ({ event, text }: SealedAuditRecord): AuditDocument => ({
  _id: event.auditEventId,
  t: event.tenantId,
  s: event.sequence,
  at: event.occurredAt,
  en: event.environmentId,
  ac: event.actor.actorId,
  rt: event.resource.resourceType,
  ri: event.resource.resourceId,
  et: event.eventType,
  oc: event.outcome,
  ...(event.correlationId === null ? {} : { co: event.correlationId }),
  x: text,
  h: event.hash,
});

const FIELDS = {
  environmentId: 'en',
  actorId: 'ac',
  resourceType: 'rt',
  resourceId: 'ri',
  eventType: 'et',
  outcome: 'oc',
  correlationId: 'co',
} as const;

/** The filter that means a tenant's events under conditions. */
export const auditFilterOf = (tenantId: string, wanted: AuditFilter): Document => {
  const filter: Document = { t: typed(tenantId) };
  for (const [name, field] of Object.entries(FIELDS)) {
    const value = wanted[name as keyof typeof FIELDS];
    if (value !== undefined) filter[field] = typed(value);
  }
  if (wanted.from !== undefined || wanted.to !== undefined)
    filter.at = {
      ...(wanted.from === undefined ? {} : { $gte: typed(wanted.from) }),
      ...(wanted.to === undefined ? {} : { $lt: typed(wanted.to) }),
    };
  return filter;
};

/** What is kept of an event, as it stands in its document. */
export const storedEventOf = (document: AuditDocument): StoredEvent => ({
  sequence: typeof document.s === 'number' ? document.s : Number.NaN,
  text: textOf(document.x),
  hash: textOf(document.h),
  // In the order of the domain's EVENT_COLUMNS.
  columns: JSON.stringify([
    document._id,
    document.at,
    document.en,
    document.ac,
    document.rt,
    document.ri,
    document.et,
    document.oc,
    document.co ?? null,
  ]),
});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

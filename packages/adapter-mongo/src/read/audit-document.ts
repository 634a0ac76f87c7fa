import {
  readAuditText,
  type SealedAuditEvent,
  type SealedAuditRecord,
  type StoredEvent,
} from '@govgate/domain';
import { type AuditFilter, type EventMac, filterValues } from '@govgate/ports';
import type { Document } from 'mongodb';
import { type AuditDocument, EVENT } from '../kinds/documents.js';
import { typed } from './where-filter.js';

/** What is kept of a sealed event. */
export const auditDocumentOf = ({ event, text }: SealedAuditRecord, mac?: EventMac): AuditDocument => ({
  _id: event.auditEventId,
  [EVENT.tenantId]: event.tenantId,
  [EVENT.sequence]: event.sequence,
  [EVENT.occurredAt]: event.occurredAt,
  [EVENT.environmentId]: event.environmentId,
  [EVENT.actorId]: event.actor.actorId,
  [EVENT.resourceType]: event.resource.resourceType,
  [EVENT.resourceId]: event.resource.resourceId,
  [EVENT.eventType]: event.eventType,
  [EVENT.outcome]: event.outcome,
  ...(event.correlationId === null ? {} : { [EVENT.correlationId]: event.correlationId }),
  [EVENT.text]: text,
  [EVENT.hash]: event.hash,
  ...(mac === undefined ? {} : { [EVENT.mac]: mac(event.hash) }),
});

/** The filter selecting a tenant's events by conditions. */
export const auditFilterOf = (tenantId: string, wanted: AuditFilter): Document => {
  const filter: Document = { [EVENT.tenantId]: typed(tenantId) };
  for (const [path, value] of filterValues(wanted)) filter[EVENT[path]] = typed(value);
  if (wanted.from !== undefined || wanted.to !== undefined)
    filter[EVENT.occurredAt] = {
      ...(wanted.from === undefined ? {} : { $gte: typed(wanted.from) }),
      ...(wanted.to === undefined ? {} : { $lt: typed(wanted.to) }),
    };
  return filter;
};

/** What is kept of an event, as in its document. */
export const storedEventOf = (document: AuditDocument): StoredEvent => ({
  sequence: sequenceIn(document) ?? Number.NaN,
  text: textOf(document[EVENT.text]),
  hash: textOf(document[EVENT.hash]),
  // In the order of the domain's EVENT_COLUMNS.
  columns: JSON.stringify([
    document._id,
    document[EVENT.occurredAt],
    document[EVENT.environmentId],
    document[EVENT.actorId],
    document[EVENT.resourceType],
    document[EVENT.resourceId],
    document[EVENT.eventType],
    document[EVENT.outcome],
    document[EVENT.correlationId] ?? null,
  ]),
});

/** An event's position, unless somebody tampered with it. */
export const sequenceIn = (
  document: Pick<AuditDocument, typeof EVENT.sequence> | undefined,
): number | undefined => {
  const sequence: unknown = document?.[EVENT.sequence];
  return typeof sequence === 'number' ? sequence : undefined;
};

/** The fields `eventOf` needs. */
export const EVENT_FIELDS = { _id: 0, [EVENT.text]: 1, [EVENT.hash]: 1 } as const;

export const eventOf = (
  document: Pick<AuditDocument, typeof EVENT.text | typeof EVENT.hash>,
): SealedAuditEvent => readAuditText(document[EVENT.text], document[EVENT.hash]);

/** A text, unless somebody tampered with it. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

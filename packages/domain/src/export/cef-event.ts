import type { SealedAuditEvent } from '../audit/audit-event.js';
import { epochMsOf } from '../instant.js';
import { cefSeverity } from './cef-severity.js';
import { type ExportEvent, type ExportedCheckpoint, wellFormed } from './export-event.js';
import { EXPORT_MAPPING } from './export-mapping.js';

/** Longest `msg` in the Common Event Format; a reason may have one character more. */
const MAX_MSG = 1023;
/** Keeps a whole message below the 8,192 octets that syslog receivers should accept (RFC 5425, section 4.3.1). */
const MAX_LIST = 1000;

// Control characters end lines for some readers, and direction marks make a line read differently.
const UNSEEN = /(?![\n\r])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

// Nearly every text needs no escaping, and checking character by character takes a third of an event's time.
const PLAIN_HEADER = /^[ -[\]-{}~]*$/;
const PLAIN_VALUE = /^[ -<>-[\]-~]*$/;

/** A CEF header field: `|` and `\` are escaped, and line breaks are not allowed. */
export const cefHeader = (text: string): string =>
  PLAIN_HEADER.test(text)
    ? text
    : seen(text)
        .replace(/[\r\n]+/g, ' ')
        .replace(/[\\|]/g, '\\$&');

/** The value of a CEF extension: `=` and `\` are escaped, line breaks written as `\n` and `\r`. */
export const cefValue = (text: string): string =>
  PLAIN_VALUE.test(text)
    ? text
    : seen(text).replace(/[\\=]/g, '\\$&').replace(/\n/g, '\\n').replace(/\r/g, '\\r');

/** An event as a line of the Common Event Format (docs/spec/destinations.md#formats), a single line whatever its texts contain. */
export const cefEvent = ({ event, repeat, checkpoint }: ExportEvent): string => {
  const { title } = EXPORT_MAPPING[event.eventType];
  const header = `CEF:0|govgate|govgate|1.0|${cefHeader(event.eventType)}|${cefHeader(title)}|${cefSeverity(event)}|`;
  return header + extensionsOf(event, repeat, checkpoint);
};

const extensionsOf = (event: SealedAuditEvent, repeat: boolean, checkpoint?: ExportedCheckpoint): string => {
  const { actor } = event;
  return [
    `rt=${epochMsOf(event.occurredAt)}`,
    field('externalId', event.auditEventId),
    field('suser', actor.actorId),
    field('spriv', actor.actorType),
    field('act', event.action),
    field('outcome', event.outcome),
    field('reason', event.reasonCode),
    labelled('cs1', 'tenant', event.tenantId),
    labelled('cs2', 'environment', event.environmentId),
    labelled('cs3', 'resource', resourceOf(event)),
    labelled('cs4', 'changed_fields', joined(event.changedFields)),
    labelled('cs5', 'related_ids', joined(event.relatedIds)),
    labelled('cs6', 'hash', event.hash),
    labelled('cn1', 'sequence', String(event.sequence)),
    labelled('flexString1', 'request_id', event.requestId),
    labelled('flexString2', 'correlation_id', event.correlationId),
    field('fromState', event.fromState ?? null),
    field('toState', event.toState ?? null),
    field('subjectType', event.subjectType ?? null),
    labelled('cn2', 'replay', repeat ? '1' : null),
    field('msg', event.reason === null ? null : wellFormed(event.reason.slice(0, MAX_MSG))),
    // Replaces what a checkpoint lacks: changed fields and related ids.
    labelled('cs4', 'root_hash', checkpoint?.rootHash ?? null),
    labelled('cs5', 'note', checkpoint?.note ?? null),
  ]
    .filter((extension) => extension !== '')
    .join(' ');
};

/** An extension; omitted without a value. */
const field = (key: string, value: string | null): string =>
  value === null || value === '' ? '' : `${key}=${cefValue(value)}`;

/** One of the extensions a sender may define, with its label. */
const labelled = (key: string, label: string, value: string | null): string =>
  value === null || value === '' ? '' : `${key}Label=${label} ${key}=${cefValue(value)}`;

const resourceOf = ({ resource: { resourceType, resourceId, version } }: SealedAuditEvent): string =>
  [resourceType, resourceId, version].filter((part) => part !== null && part !== '').join('/');

/** As many whole items as fit; `...` marks omissions. */
const joined = (items: readonly string[]): string => {
  const whole = items.join(',');
  if (whole.length <= MAX_LIST) return whole;
  const cut = whole.slice(0, MAX_LIST);
  return `${cut.slice(0, Math.max(0, cut.lastIndexOf(',')))},...`;
};

const seen = (text: string): string => wellFormed(text).replace(UNSEEN, '\uFFFD');

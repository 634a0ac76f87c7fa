import { type Sha256Hex, sha256Hex } from '../canonical-json.js';
import type { JsonLines } from '../json-lines.js';
import type { AuditEvent, ChainHead, SealedAuditEvent } from './audit-event.js';
import type { WireAuditEvent } from './read-audit-text.js';

/** A sealed event with the canonical text that was hashed. Stores keep the text, so that verifying needs no serialization. */
export interface SealedAuditRecord {
  readonly event: SealedAuditEvent;
  /** RFC 8785 form of the wire record without `hash`. */
  readonly text: string;
}

/** Appends an event to the head of its tenant's chain. */
export const sealAuditEvent = (
  event: AuditEvent,
  head: ChainHead,
  hash: Sha256Hex = sha256Hex,
): SealedAuditRecord => {
  const sequence = head.sequence + 1;
  const text = auditText(event, sequence, head.hash);
  return { event: { ...event, sequence, prevHash: head.hash, hash: `sha256:${hash(text)}` }, text };
};

/** The head of the chain after an event. */
export const headAfter = (event: SealedAuditEvent): ChainHead => ({
  sequence: event.sequence,
  hash: event.hash,
});

const q = JSON.stringify;

/**
 * The RFC 8785 form of the wire record without its hash. The keys are written in canonical order by hand: ten times faster than a general
 * canonicalizer, and compared with one by a test.
 */
export const auditText = (event: AuditEvent, sequence: number, prevHash: string | null): string =>
  `{"action":${q(event.action)},"actor":{"actor_id":${q(event.actor.actorId)},"actor_type":${q(event.actor.actorType)},` +
  `"auth_method":${q(event.actor.authMethod)}},"audit_event_id":${q(event.auditEventId)},` +
  `"changed_fields":${q(event.changedFields)},"correlation_id":${q(event.correlationId)},` +
  `"environment_id":${q(event.environmentId)},"event_type":${q(event.eventType)},` +
  `${event.fromState === undefined ? '' : `"from_state":${q(event.fromState)},`}"metadata_only":true,` +
  `"occurred_at":${q(event.occurredAt)},"outcome":${q(event.outcome)},"prev_hash":${q(prevHash)},` +
  `"reason":${q(event.reason)},"reason_code":${q(event.reasonCode)},"related_ids":${q(event.relatedIds)},` +
  `"request_id":${q(event.requestId)},"resource":{"resource_id":${q(event.resource.resourceId)},` +
  `"resource_type":${q(event.resource.resourceType)},"version":${q(event.resource.version)}},` +
  `"schema_version":"1.0","sequence":${sequence},` +
  `${event.subjectType === undefined ? '' : `"subject_type":${q(event.subjectType)},`}` +
  `"tenant_id":${q(event.tenantId)}${event.toState === undefined ? '' : `,"to_state":${q(event.toState)}`}}`;

/** An event among the lines of an export. */
export type EventLine = WireAuditEvent & { readonly hash: string };

/** A stored event as a line of an export. */
export const eventLine = (text: string, hash: string): JsonLines<EventLine> =>
  `${textWithHash(text, hash)}\n` as JsonLines<EventLine>;

/** The text with its hash in its canonical position. */
export const textWithHash = (text: string, hash: string): string =>
  text.replace(',"metadata_only":true,', () => `,"hash":${q(hash)},"metadata_only":true,`);

import type { DeadLetter, DeliveryReason, Destination, Instant, SealedAuditEvent } from '@govgate/domain';
import type { Progress } from './send-batch.js';

/** Dead letters for events a receiver rejected. If it reports how many but not which, a single one covers all that were sent. */
export const lettersOf = (
  { destinationId, tenantId, environmentId }: Destination,
  sent: readonly SealedAuditEvent[],
  { refused, refusedUntold, consumed }: Progress,
  refusedAt: Instant,
): DeadLetter[] => {
  const letter = (
    event: SealedAuditEvent,
    lastSequence: number,
    count: number,
    reasonCode: DeliveryReason,
  ): DeadLetter => ({
    deadLetterId: `${destinationId}.${event.sequence}`,
    destinationId,
    tenantId,
    environmentId,
    sequence: event.sequence,
    lastSequence,
    count,
    eventId: event.auditEventId,
    eventType: event.eventType,
    reasonCode,
    refusedAt,
  });
  const told = refused.map(({ event, reasonCode }) => letter(event, event.sequence, 1, reasonCode));
  const [first] = sent;
  const last = sent[consumed - 1];
  if (refusedUntold === 0 || first === undefined || last === undefined) return told;
  return [...told, letter(first, last.sequence, refusedUntold, 'payload_rejected')];
};

/** The dead letter for events that left the trail before the destination received them: one for all, without naming an event. */
export const letterOfSealed = (
  { destinationId, tenantId, environmentId }: Destination,
  sequence: number,
  lastSequence: number,
  refusedAt: Instant,
): DeadLetter => ({
  deadLetterId: `${destinationId}.${sequence}`,
  destinationId,
  tenantId,
  environmentId,
  sequence,
  lastSequence,
  count: lastSequence + 1 - sequence,
  eventId: '',
  eventType: 'audit.sealed',
  reasonCode: 'events_sealed',
  refusedAt,
});

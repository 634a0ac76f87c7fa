import type { DeadLetter, Destination, Instant, SealedAuditEvent } from '@govgate/domain';
import type { Progress } from './send-batch.js';

interface SentEvents {
  readonly sent: readonly SealedAuditEvent[];
  readonly came: Progress;
}

/** Dead letters for events a receiver rejected. If it reports how many but not which, a single one covers all that were sent. */
export const lettersOf = (
  { destinationId, tenantId, environmentId }: Destination,
  { sent, came: { refused, refusedUnreported, consumed } }: SentEvents,
  refusedAt: Instant,
): DeadLetter[] => {
  const letter = (
    event: SealedAuditEvent,
    { lastSequence, count, reasonCode }: Pick<DeadLetter, 'lastSequence' | 'count' | 'reasonCode'>,
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
  const letters = refused.map(({ event, reasonCode }) =>
    letter(event, { lastSequence: event.sequence, count: 1, reasonCode }),
  );
  const [first] = sent;
  const last = sent[consumed - 1];
  if (refusedUnreported === 0 || first === undefined || last === undefined) return letters;
  return [
    ...letters,
    letter(first, { lastSequence: last.sequence, count: refusedUnreported, reasonCode: 'payload_rejected' }),
  ];
};

/** The dead letter for events that left the trail before the destination received them: one for all, without naming an event. */
export const letterOfSealed = (
  { destinationId, tenantId, environmentId }: Destination,
  { sequence, lastSequence, refusedAt }: Pick<DeadLetter, 'sequence' | 'lastSequence' | 'refusedAt'>,
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

import { addSeconds, type DeadLetter, type Destination } from '@govgate/domain';
import { REFUSAL_REPORT_SECONDS } from '@govgate/domain/internal';
import { auditEventBy, systemCaller } from '../call/audit-event.js';
import type { ExportDeps } from './export-deps.js';
import type { HeldLane } from './held-lane.js';

/** A lane held for its destination. */
export interface Holding {
  readonly destination: Destination;
  readonly held: HeldLane;
}

/** Saves dead letters together with the lane's position, and adds an event to the trail at most once an hour; false: the lane is lost. */
export const addDeadLetters = async (
  deps: ExportDeps,
  { destination: { destinationId, tenantId, environmentId }, held }: Holding,
  letters: readonly DeadLetter[],
): Promise<boolean> => {
  const now = deps.clock.now();
  const reportedAt = held.lane.refusalReportedAt;
  if (reportedAt !== null && reportedAt > addSeconds(now, -REFUSAL_REPORT_SECONDS)) return held.save(letters);
  held.lane = { ...held.lane, refusalReportedAt: now };
  const caller = systemCaller('worker', tenantId, deps.ids.mint('request'));
  const event = auditEventBy(deps, caller, {
    eventType: 'siem_webhook.events_refused',
    action: 'deliver',
    environmentId,
    resourceId: destinationId,
    outcome: 'failure',
    reasonCode: letters[0]?.reasonCode,
    relatedIds: letters.slice(0, 100).map(namedIn),
  });
  return held.commit({ audit: [event] }, letters);
};

/** How an event identifies a dead letter: by its event or, if that is gone, by its range. */
const namedIn = ({ eventId, sequence, lastSequence }: DeadLetter): string =>
  eventId === '' ? `${sequence}-${lastSequence}` : eventId;

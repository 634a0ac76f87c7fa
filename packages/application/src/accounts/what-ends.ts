import { type ActorType, type AuditEvent, decideTerminate, type Revocation } from '@govgate/domain';
import { type Change, clientSessionKind } from '@govgate/ports';
import { auditEvent } from '../call/audit-event.js';
import type { CallContext } from '../call/context.js';
import type { Ports } from '../call/ports.js';

type Deps = Pick<Ports, 'records' | 'clock' | 'ids'>;

/** Whose sessions and tokens end, and why. */
export interface Ended {
  readonly tenantId: string;
  readonly accountId: string;
  readonly subjectType: ActorType;
  readonly reasonCode: string;
  /** Whether sessions are overwritten regardless of newer reports. */
  readonly overReports: boolean;
}

/** The writes that end an account's sessions and tokens. */
export interface Ending {
  readonly changes: readonly Change[];
  readonly events: readonly AuditEvent[];
}

interface SessionsToEnd {
  readonly ended: Ended;
  readonly revocations: readonly Revocation[];
  readonly most: number;
}

/** Live sessions of a user, up to a limit: terminated by the revocations that fence them, each with its event. */
export const endSessions = async (
  deps: Deps,
  context: CallContext,
  { ended, revocations, most }: SessionsToEnd,
): Promise<Ending> => {
  const written: { change: Change; event: AuditEvent }[] = [];
  for (const { environmentId, revocationId } of revocations) {
    const limit = most - written.length;
    if (limit <= 0) break;
    const scope = { tenantId: ended.tenantId, environmentId };
    const where = { is: { userId: ended.accountId, live: 1 } };
    const page = await deps.records.page(clientSessionKind, scope, { where, limit });
    for (const { record: before, version } of page.items) {
      const decided = decideTerminate(before, { revocationId });
      if (!decided.ok || decided.value.kind === 'no_change') continue;
      const { record, changedFields } = decided.value;
      const event = auditEvent(deps, context, {
        reasonCode: ended.reasonCode,
        eventType: 'session.terminated',
        action: 'terminate',
        environmentId,
        resourceId: record.clientSessionId,
        changedFields,
        relatedIds: [revocationId],
        moved: [before, record],
      });
      const expectedVersion = ended.overReports ? 'any' : version;
      written.push({ change: { kind: clientSessionKind, record, expectedVersion }, event });
    }
  }
  return endingOf(written);
};

const endingOf = (written: readonly { readonly change: Change; readonly event: AuditEvent }[]): Ending => ({
  changes: written.map(({ change }) => change),
  events: written.map(({ event }) => event),
});

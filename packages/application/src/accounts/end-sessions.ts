import type { AuditEvent, Revocation } from '@govgate/domain';
import { decideTerminate } from '@govgate/domain/internal';
import { type Change, clientSessionKind } from '@govgate/ports';
import { auditEvent } from '../call/audit-event.js';
import type { CallContext } from '../call/context.js';
import type { Ports } from '../call/ports.js';

type Deps = Pick<Ports, 'records' | 'clock' | 'ids'>;

/** Whose sessions end, and why. */
export interface EndedUser {
  readonly tenantId: string;
  readonly accountId: string;
  readonly reasonCode: string;
}

/** The writes that end sessions, each with its event. */
interface Ending {
  readonly changes: readonly Change[];
  readonly events: readonly AuditEvent[];
}

interface SessionsToEnd {
  readonly ended: EndedUser;
  readonly revocations: readonly Revocation[];
  readonly most: number;
  /** Whether sessions are overwritten regardless of newer reports. */
  readonly overReports: boolean;
}

/** The revocation of a user in an environment: it fences every session there, known to the service or not. */
export const revocationOf = (
  { clock, ids }: Deps,
  { tenantId, accountId, reasonCode }: EndedUser,
  environmentId: string,
): Revocation => ({
  revocationId: ids.mint('revocation'),
  tenantId,
  environmentId,
  subjectType: 'user',
  subjectId: accountId,
  effectiveAt: clock.now(),
  reasonCode,
});

/** Live sessions of a user, up to a limit: terminated by the revocations that fence them, each with its event. */
export const endSessions = async (
  deps: Deps,
  context: CallContext,
  { ended, revocations, most, overReports }: SessionsToEnd,
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
        relatedIds: [revocationId, record.userId],
        moved: [before, record],
      });
      const expectedVersion = overReports ? 'any' : version;
      written.push({ change: { kind: clientSessionKind, record, expectedVersion }, event });
    }
  }
  return { changes: written.map(({ change }) => change), events: written.map(({ event }) => event) };
};

/** Sessions ended per commit, which grows while commits are quick. */
const TOGETHER = { least: 10, most: 250 };
const QUICK_MS = 300;
/** How long a call keeps ending sessions, in milliseconds. */
const ENDING_MS = 3_000;

/** Ends a user's sessions that are fenced already, commit by commit, for a limited time; a repeated call continues. */
export const endRevokedSessions = async (
  deps: Deps & Pick<Ports, 'unitOfWork'>,
  context: CallContext,
  { ended, environmentIds }: { readonly ended: EndedUser; readonly environmentIds: readonly string[] },
): Promise<void> => {
  const { clock } = deps;
  const end = clock.epochMs() + ENDING_MS;
  let most = TOGETHER.least;
  let overReports = false;
  while (clock.epochMs() < end) {
    const began = clock.epochMs();
    const revocations = environmentIds.map((environmentId) => revocationOf(deps, ended, environmentId));
    const sessions = await endSessions(deps, context, { ended, revocations, most, overReports });
    const [first, ...others] = sessions.events;
    if (first === undefined) return;
    const { committed } = await deps.unitOfWork.commit({
      changes: sessions.changes,
      audit: [first, ...others],
      revocations: revocations.filter(({ environmentId }) =>
        sessions.events.some((event) => event.environmentId === environmentId),
      ),
    });
    overReports = !committed;
    if (clock.epochMs() - began < QUICK_MS) most = Math.min(2 * most, TOGETHER.most);
  }
};

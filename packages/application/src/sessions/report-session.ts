import {
  authorize,
  type ClientSession,
  compareText,
  type Instant,
  ok,
  type Result,
  refuse,
} from '@govgate/domain';
import { type Decided, decideReport, holdsGrantIn, type SessionReport } from '@govgate/domain/internal';
import { clientSessionKind, type Precondition, type Put, type Stored } from '@govgate/ports';
import { auditEvent } from '../call/audit-event.js';
import type { CallContext, UseCase } from '../call/context.js';
import { type Decision, decideAndCommit } from '../call/decide-and-commit.js';
import { lockKey } from '../call/key-lock.js';
import type { Ports } from '../call/ports.js';
import { afterWrite, checkIfMatch } from '../call/record-tag.js';
import type { SessionRef } from './load-session.js';
import { lookUpReferences } from './session-references.js';
import { type SessionView, sessionView } from './session-view.js';

export interface ReportSessionInput
  extends SessionRef,
    Omit<SessionReport, 'tenantId' | 'environmentId' | 'clientSessionId'> {}

/** The session after the report, and whether the report was its first. */
export interface ReportedSession extends SessionView {
  readonly created: boolean;
}

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'locks' | 'clock' | 'ids'>;

/**
 * Accepts a data plane's report of a session (docs/spec/sessions.md). Changes are committed with an event; a repeated sighting is recorded
 * without one.
 */
export const makeReportSession =
  (deps: Deps): UseCase<ReportSessionInput, ReportedSession> =>
  (context, input) =>
    decideAndCommit(deps, context, {
      lock: lockKey(clientSessionKind, input.scope, input.clientSessionId),
      admit: () => mayReport(context, input),
      decide: async () => {
        if (input.clientSessionId === '') return refuse('not_found');
        // The time is taken before references are read, so that a revocation committed after that covers the session.
        const now = deps.clock.now();
        const stored = await deps.records.get(clientSessionKind, input.scope, input.clientSessionId);
        const matches = matchesTag(context, stored);
        if (!matches.ok) return matches;
        const decided = await judge(deps, stored, { report: reportOf(input), now });
        return decided.ok ? settle(deps, context, { stored, decided: decided.value }) : decided;
      },
    });

/** A decided report, and the records besides the session's own that it depends on. */
type Judged = Decided<ClientSession> & { readonly seen: readonly Precondition[] };

interface ReportedAt {
  readonly report: SessionReport;
  readonly now: Instant;
}

const judge = async (
  { records }: Deps,
  stored: Stored<ClientSession> | undefined,
  { report, now }: ReportedAt,
): Promise<Result<Judged>> => {
  const references = await lookUpReferences(records, stored?.record, report);
  if (!references.ok) return references;
  const { unusableField, seen } = references.value;
  const decided = decideReport(stored?.record, report, { now, unusableField });
  if (!decided.ok) return decided;
  return unusableField === null ? ok({ ...decided.value, seen }) : refuse('invalid_state', unusableField);
};

const mayReport = ({ principal }: CallContext, { scope }: ReportSessionInput): Result<undefined> => {
  const { tenantId, environmentId } = scope;
  if (principal.tenantId !== tenantId || !holdsGrantIn(principal, environmentId)) return refuse('not_found');
  const target = { ...scope, resourceId: null, ownerTeam: null };
  return authorize(principal, 'session.report', target) ? ok(undefined) : refuse('permission_denied');
};

const matchesTag = (context: CallContext, stored: Stored<ClientSession> | undefined): Result<undefined> => {
  if (stored !== undefined) return checkIfMatch(context, stored);
  return context.ifMatch === undefined ? ok(undefined) : refuse('etag_mismatch');
};

const reportOf = ({
  scope,
  backendSessionIds,
  credentialBindingIds,
  ...rest
}: ReportSessionInput): SessionReport => ({
  ...rest,
  ...scope,
  backendSessionIds: idSet(backendSessionIds),
  credentialBindingIds: idSet(credentialBindingIds),
});

const idSet = (ids: readonly string[]): readonly string[] => [...new Set(ids)].sort(compareText);

interface Settled {
  readonly stored: Stored<ClientSession> | undefined;
  readonly decided: Judged;
}

const settle = async (
  deps: Deps,
  context: CallContext,
  { stored, decided }: Settled,
): Promise<Result<Decision<ReportedSession>>> => {
  const { record } = decided;
  const created = stored === undefined;
  const changedFields = decided.kind === 'moved' ? decided.changedFields : [];
  if (changedFields.length === 0 && stored !== undefined)
    return ok({ output: { ...sessionView(context, stored), created } });
  const change: Put<typeof clientSessionKind> = {
    kind: clientSessionKind,
    record,
    expectedVersion: stored?.version ?? null,
  };
  const output = { ...sessionView(context, afterWrite(stored, record)), created };
  const recorded = changedFields.filter((field) => field !== 'lastSeenAt');
  if (recorded.length === 0) {
    const { committed } = await deps.unitOfWork.observe([change]);
    return committed ? ok({ output }) : refuse('conflict');
  }
  const event = auditEvent(deps, context, {
    // Others wait to hear that it expired; the reporter is the same.
    eventType: record.state === 'expired' ? 'session.expired' : 'session.reported',
    action: 'report',
    environmentId: record.environmentId,
    resourceId: record.clientSessionId,
    changedFields: recorded,
    ...(stored === undefined ? {} : { moved: [stored.record, record] as const }),
  });
  return ok({ commit: { changes: [change], preconditions: decided.seen, audit: [event] }, output });
};

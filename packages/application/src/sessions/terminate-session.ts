import { type ClientSession, ok, type Result, type Revocation } from '@govgate/domain';
import { decideTerminate } from '@govgate/domain/internal';
import { clientSessionKind, type Stored } from '@govgate/ports';
import { type AuditCaller, auditEventBy, callerOf } from '../call/audit-event.js';
import type { UseCase } from '../call/context.js';
import { type Decision, decideAndCommit } from '../call/decide-and-commit.js';
import { lockKey } from '../call/key-lock.js';
import { admitRecord, presentIfMatch } from '../call/load-record.js';
import type { Ports } from '../call/ports.js';
import { type SessionRef, sessionAccess } from './load-session.js';

export interface TerminateSessionInput extends SessionRef {
  readonly reasonCode: string;
  readonly reason?: string | undefined;
  readonly correlationId?: string | undefined;
}

/** The result of a termination (docs/spec/sessions.md#terminate). */
export interface TerminationResult {
  readonly schemaVersion: '1.0';
  readonly accepted: true;
  readonly clientSessionId: string;
  readonly action: 'terminate';
  readonly previousState: ClientSession['state'];
  readonly nextState: ClientSession['state'];
  readonly reasonCode: string;
  readonly reason: string | null;
  readonly correlationId: string | null;
  readonly revocationId: string | null;
  readonly backendSessionIds: readonly string[];
  readonly auditEventIds: readonly string[];
  /** The service fences sessions and calls no backend itself. */
  readonly upstreamAttempted: false;
}

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'locks' | 'clock' | 'ids'>;

/** Terminates a session permanently: state, revocation and event in one commit (docs/spec/sessions.md#terminate). */
export const makeTerminateSession =
  (deps: Deps): UseCase<TerminateSessionInput, TerminationResult> =>
  (context, input) =>
    decideAndCommit(deps, context, {
      lock: lockKey(clientSessionKind, input.scope, input.clientSessionId),
      admit: () => admitRecord(deps.records, context, sessionAccess(input, 'session.terminate')),
      decide: (admitted) => {
        const loaded = presentIfMatch(context, admitted);
        return loaded.ok
          ? planTermination(deps, callerOf(context), { input, stored: loaded.value.stored })
          : loaded;
      },
    });

interface TerminationCall {
  readonly input: TerminateSessionInput;
  readonly stored: Stored<ClientSession>;
}

/** Terminates a session, also for the command line, which has no caller. */
const planTermination = (
  deps: Pick<Deps, 'clock' | 'ids'>,
  caller: AuditCaller,
  { input, stored: { record: before, version } }: TerminationCall,
): Result<Decision<TerminationResult>> => {
  const revocationId = deps.ids.mint('revocation');
  const decided = decideTerminate(before, { revocationId });
  if (!decided.ok) return decided;
  const { value } = decided;
  if (value.kind === 'no_change')
    return ok({ output: result(input, { before, after: before, auditEventIds: [] }) });
  return ok(toDecision(deps, caller, { input, before, version, ...value, revocationId }));
};

interface Terminated {
  readonly input: TerminateSessionInput;
  readonly before: ClientSession;
  readonly version: number;
  readonly record: ClientSession;
  readonly changedFields: readonly string[];
  readonly revocationId: string;
}

const toDecision = (
  deps: Pick<Deps, 'clock' | 'ids'>,
  caller: AuditCaller,
  { input, before, version, record, changedFields, revocationId }: Terminated,
): Decision<TerminationResult> => {
  const { scope, clientSessionId, reasonCode, reason, correlationId } = input;
  const event = auditEventBy(deps, caller, {
    eventType: 'session.terminated',
    action: 'terminate',
    environmentId: scope.environmentId,
    resourceId: clientSessionId,
    reasonCode,
    reason,
    correlationId,
    changedFields,
    relatedIds: [revocationId, record.userId],
    moved: [before, record],
  });
  const revocation: Revocation = {
    revocationId,
    ...scope,
    subjectType: 'client_session',
    subjectId: clientSessionId,
    effectiveAt: deps.clock.now(),
    reasonCode,
  };
  return {
    commit: {
      changes: [{ kind: clientSessionKind, record, expectedVersion: version }],
      audit: [event],
      revocations: [revocation],
    },
    output: result(input, { before, after: record, auditEventIds: [event.auditEventId] }),
  };
};

interface Termination {
  readonly before: ClientSession;
  readonly after: ClientSession;
  readonly auditEventIds: readonly string[];
}

const result = (
  { reasonCode, reason, correlationId }: TerminateSessionInput,
  { before, after, auditEventIds }: Termination,
): TerminationResult => ({
  schemaVersion: '1.0',
  accepted: true,
  clientSessionId: after.clientSessionId,
  action: 'terminate',
  previousState: before.state,
  nextState: after.state,
  reasonCode,
  reason: reason ?? null,
  correlationId: correlationId ?? null,
  revocationId: after.revocationId,
  backendSessionIds: after.backendSessionIds,
  auditEventIds,
  upstreamAttempted: false,
});

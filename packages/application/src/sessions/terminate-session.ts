import { type ClientSession, decideTerminate, type Instant, type Revocation } from '@govgate/domain';
import { type ChangeDeps, changeRecord, decidedWith } from '../call/change-record.js';
import type { UseCase } from '../call/context.js';
import { type SessionRef, wantedSession } from './load-session.js';

export interface TerminateSessionInput extends SessionRef {
  readonly reasonCode: string;
  readonly reason?: string | undefined;
  readonly correlationId?: string | undefined;
}

/** What a termination came to (contract, section 4.6). */
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

/** Ends a session for good: state, revocation and event in one commit (contract, section 4.6). */
export const makeTerminateSession =
  (deps: ChangeDeps): UseCase<TerminateSessionInput, TerminationResult> =>
  (context, input) =>
    changeRecord(deps, context, {
      ...wantedSession(input, 'session.terminate'),
      eventType: 'session.terminated',
      action: 'terminate',
      reasonCode: input.reasonCode,
      reason: input.reason,
      correlationId: input.correlationId,
      decide: ({ stored: { record: before } }) => {
        const revocationId = deps.ids.mint('revocation');
        return decidedWith(decideTerminate(before, { revocationId }), () => ({
          revocations: [revocationOf(input, revocationId, deps.clock.now())],
          answer: ({ record }, told) =>
            result(input, before, record, told === undefined ? [] : [told.event.auditEventId]),
        }));
      },
    });

const revocationOf = (
  { scope, clientSessionId, reasonCode }: TerminateSessionInput,
  revocationId: string,
  effectiveAt: Instant,
): Revocation => ({
  revocationId,
  ...scope,
  subjectType: 'client_session',
  subjectId: clientSessionId,
  effectiveAt,
  reasonCode,
});

const result = (
  { reasonCode, reason, correlationId }: TerminateSessionInput,
  before: ClientSession,
  after: ClientSession,
  auditEventIds: readonly string[],
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

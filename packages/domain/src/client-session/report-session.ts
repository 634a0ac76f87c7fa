import { type Decided, moved, noChange } from '../decided.js';
import type { Instant } from '../instant.js';
import { ok, type Result, refuse } from '../result.js';
import type { ClientSession } from './client-session.js';
import { clientSessionMachine, isLive, type SessionState } from './client-session.machine.js';

/** A data plane's statement about a session. Times are the server's own. */
export type SessionReport = Omit<ClientSession, 'createdAt' | 'lastSeenAt' | 'revocationId'>;

/**
 * Applies a data plane's report. An ended session cannot be reported alive again: on refusal the plane has to drop it. Its user never
 * changes.
 */
export const decideReport = (
  session: ClientSession | undefined,
  report: SessionReport,
  request: {
    readonly now: Instant;
    /** The wire name of a field naming an agent, surface or binding that may not open sessions now, else null. */
    readonly unusableField: string | null;
  },
): Result<Decided<ClientSession>> => {
  if (session === undefined) return firstReport(report, request);
  const foreign = identityField(session, report);
  if (foreign !== undefined) return refuse('invalid_request', foreign);
  if (!isLive(session.state))
    return session.state === report.state ? ok(noChange(session)) : refuse('invalid_transition');
  if (!canReach(session.state, report.state)) return refuse('invalid_transition', 'state');
  return ok(moved(session, { ...session, ...report, lastSeenAt: request.now }));
};

const firstReport = (
  report: SessionReport,
  request: { readonly now: Instant; readonly unusableField: string | null },
): Result<Decided<ClientSession>> => {
  if (!isLive(report.state)) return refuse('invalid_transition', 'state');
  if (request.unusableField !== null) return refuse('invalid_state', request.unusableField);
  const record: ClientSession = {
    ...report,
    createdAt: request.now,
    lastSeenAt: request.now,
    revocationId: null,
  };
  return ok({ kind: 'moved', record, changedFields: Object.keys(record).sort(), fences: false });
};

const identityField = (session: ClientSession, report: SessionReport): string | undefined => {
  if (session.userId !== report.userId) return 'user_id';
  if (session.agentId !== report.agentId) return 'agent_id';
  return session.clientSurfaceId === report.clientSurfaceId ? undefined : 'client_surface_id';
};

/** Whether there is a transition from one state to the other. A report may repeat the state. */
const canReach = (from: SessionState, to: SessionState): boolean =>
  from === to || clientSessionMachine.rows.some((row) => row.from === from && row.to === to);

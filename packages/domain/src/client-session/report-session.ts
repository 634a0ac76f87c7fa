import { type Decided, moved, noChange } from '../decided.js';
import type { Instant } from '../instant.js';
import { ok, type Result, refuse } from '../result.js';
import type { ClientSession } from './client-session.js';
import { clientSessionMachine, isLive, type SessionState } from './client-session.machine.js';

/** What a data plane says about a session. Times are the server's own. */
export type SessionReport = Omit<ClientSession, 'createdAt' | 'lastSeenAt' | 'revocationId'>;

/**
 * Takes a data plane's report. A session that has ended cannot be reported alive again: on the refusal the plane has to
 * drop it. Whose session it is never changes.
 */
export const decideReport = (
  session: ClientSession | undefined,
  report: SessionReport,
  asked: {
    readonly now: Instant;
    /** The wire name of the field that names an agent, surface or binding that may not open sessions now, else null. */
    readonly unusableField: string | null;
  },
): Result<Decided<ClientSession>> => {
  if (session === undefined) return firstReport(report, asked);
  const foreign = identityField(session, report);
  if (foreign !== undefined) return refuse('invalid_request', foreign);
  if (!isLive(session.state))
    return session.state === report.state ? ok(noChange(session)) : refuse('invalid_transition');
  if (!canReach(session.state, report.state)) return refuse('invalid_transition', 'state');
  return ok(moved(session, { ...session, ...report, lastSeenAt: asked.now }));
};

const firstReport = (
  report: SessionReport,
  asked: { readonly now: Instant; readonly unusableField: string | null },
): Result<Decided<ClientSession>> => {
  if (!isLive(report.state)) return refuse('invalid_transition', 'state');
  if (asked.unusableField !== null) return refuse('invalid_state', asked.unusableField);
  const record: ClientSession = {
    ...report,
    createdAt: asked.now,
    lastSeenAt: asked.now,
    revocationId: null,
  };
  return ok({ kind: 'moved', record, changedFields: Object.keys(record).sort(), fences: false });
};

const identityField = (session: ClientSession, report: SessionReport): string | undefined => {
  if (session.userId !== report.userId) return 'user_id';
  if (session.agentId !== report.agentId) return 'agent_id';
  return session.clientSurfaceId === report.clientSurfaceId ? undefined : 'client_surface_id';
};

/** Whether some row leads from one state to the other. A report may repeat the state. */
const canReach = (from: SessionState, to: SessionState): boolean =>
  from === to || clientSessionMachine.rows.some((row) => row.from === from && row.to === to);

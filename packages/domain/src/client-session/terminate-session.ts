import { type Decided, moved, noChange } from '../decided.js';
import { step } from '../machine/machine.js';
import { ok, type Result } from '../result.js';
import type { ClientSession } from './client-session.js';
import { clientSessionMachine } from './client-session.machine.js';

/**
 * Terminates a session permanently and at once: there is no transient state. An ended one does not change and keeps its first revocation
 * (docs/spec/sessions.md).
 */
export const decideTerminate = (
  session: ClientSession,
  request: { readonly revocationId: string },
): Result<Decided<ClientSession>> => {
  const stepped = step(clientSessionMachine, session.state, 'terminate', {});
  if (!stepped.moved) return ok(noChange(session));
  return ok(moved(session, { ...session, state: stepped.to, revocationId: request.revocationId }, true));
};

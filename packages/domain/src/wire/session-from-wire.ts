import type { ClientSession } from '../client-session/client-session.js';
import { SESSION_STATES } from '../client-session/client-session.machine.js';
import {
  type Read,
  readAnswer,
  readId,
  readInstant,
  readList,
  readMember,
  readNullable,
  readWord,
} from './read-wire.js';

/**
 * Reads an answer of `GET /v1/sessions/{id}` (contract docs/spec/sessions.md) for `authorizeCall`.
 * @throws TypeError for anything that is no such answer, including a state unknown to this version; the gateway then has no such session,
 * and its calls are denied.
 */
export const sessionFromWire = (answer: unknown): ClientSession => {
  const session = readAnswer(answer, 'session');
  const member = <T>(name: string, read: Read<T>): T => readMember(session, name, read, 'session');
  return {
    clientSessionId: member('client_session_id', readId),
    tenantId: member('tenant_id', readId),
    environmentId: member('environment_id', readId),
    userId: member('user_id', readId),
    agentId: member('agent_id', readNullable(readId)),
    clientSurfaceId: member('client_surface_id', readNullable(readId)),
    state: member('state', readWord(SESSION_STATES)),
    backendSessionIds: member('backend_session_ids', readList(readId)),
    credentialBindingIds: member('credential_binding_ids', readList(readId)),
    createdAt: member('created_at', readInstant),
    lastSeenAt: member('last_seen_at', readInstant),
    revocationId: member('revocation_id', readNullable(readId)),
  };
};

import type { Agent, ClientSession, PolicyRequest, Scope, User } from '@govgate/domain';
import { agentKind, clientSessionKind, userKind } from '@govgate/ports';
import type { AccessEntity } from '../access/access-question.js';
import type { RevocationBook } from '../approvals/revocation-book.js';
import type { Ports } from '../call/ports.js';
import { groupsOfUser, groupsOfUsers } from '../identity/groups-of-users.js';
import { lookUpReferences } from '../sessions/session-references.js';

type Deps = Pick<Ports, 'records'> & { readonly book: RevocationBook };

/** Why a caller is unknown, according to the store. */
export type UnknownCaller =
  | 'subject_type_unknown'
  | 'subject_unknown'
  | 'subject_not_active'
  | 'session_not_active'
  | 'revoked';

/** The caller in a policy's terms. */
export type Caller =
  | {
      readonly known: true;
      readonly request: Pick<PolicyRequest, 'userId' | 'groups' | 'agentId' | 'clientSurfaceId'>;
      readonly session: ClientSession | null;
    }
  | { readonly known: false; readonly because: UnknownCaller };

/**
 * Identifies a subject from the store alone: groups or states claimed in a request do not count (docs/spec/authzen.md). A user may be
 * known to the identity provider only, and is then in no group; an agent or session must exist and be in use.
 */
export const lookUpCaller = (deps: Deps, scope: Scope, { type, id }: AccessEntity): Promise<Caller> => {
  if (type === 'user') return userCalling(deps, scope, id);
  if (type === 'agent') return agentCalling(deps, scope, id);
  return type === 'client_session'
    ? sessionCalling(deps, scope, id)
    : Promise.resolve(unknown('subject_type_unknown'));
};

/** The same for several existing users, with one query for their groups. */
export const lookUpUsers = async (
  { records }: Deps,
  { tenantId }: Scope,
  users: readonly User[],
): Promise<ReadonlyMap<string, Caller>> => {
  const ids = users.map(({ userId }) => userId);
  const groups = await groupsOfUsers(records, { tenantId, userIds: ids });
  return new Map(users.map((user) => [user.userId, callerOf(user, groups.get(user.userId))]));
};

const userCalling = async ({ records }: Deps, { tenantId }: Scope, userId: string): Promise<Caller> => {
  const user = (await records.get(userKind, { tenantId }, userId))?.record ?? { userId, disabledAt: null };
  return callerOf(user, await groupsOfUser(records, { tenantId, userId }));
};

const callerOf = (
  { userId, disabledAt }: Pick<User, 'userId' | 'disabledAt'>,
  groups: readonly string[] = [],
): Caller =>
  disabledAt === null
    ? { known: true, request: { userId, groups }, session: null }
    : unknown('subject_not_active');

const agentCalling = async ({ records }: Deps, scope: Scope, agentId: string): Promise<Caller> => {
  const agent: Agent | undefined = (await records.get(agentKind, scope, agentId))?.record;
  if (agent === undefined) return unknown('subject_unknown');
  return agent.lifecycleState === 'active'
    ? { known: true, request: { agentId }, session: null }
    : unknown('subject_not_active');
};

// As when a gateway authorizes a call itself: only an active session calls, with everything it was opened with in use.
const sessionCalling = async (deps: Deps, scope: Scope, clientSessionId: string): Promise<Caller> => {
  const session = (await deps.records.get(clientSessionKind, scope, clientSessionId))?.record;
  if (session === undefined) return unknown('subject_unknown');
  if (session.state !== 'active') return unknown('session_not_active');
  if ((await deps.book.covering(session)) !== undefined) return unknown('revoked');
  const references = await lookUpReferences(deps.records, undefined, session);
  if (!references.ok || references.value.unusableField !== null) return unknown('subject_not_active');
  const { userId, agentId, clientSurfaceId } = session;
  const groups = await groupsOfUser(deps.records, { tenantId: scope.tenantId, userId });
  return {
    known: true,
    request: {
      userId,
      groups,
      ...(agentId === null ? {} : { agentId }),
      ...(clientSurfaceId === null ? {} : { clientSurfaceId }),
    },
    session,
  };
};

const unknown = (because: UnknownCaller): Caller => ({ known: false, because });

import type { ClientSession } from '@govgate/domain';
import { isLive } from '@govgate/domain/internal';
import { defineKind, integer, searchable, text } from '../record-kind.js';

/**
 * Client sessions as reported by data planes (docs/spec/sessions.md). Observed, since a repeated report is no change to audit; any other
 * change in one is committed with its event. Sessions have no owner, so no owner team's grant covers them.
 */
export const clientSessionKind = defineKind<ClientSession>()({
  name: 'client_session',
  scoping: 'environment',
  governed: false,
  idOf: (session) => session.clientSessionId,
  scopeOf: ({ tenantId, environmentId }) => ({ tenantId, environmentId }),
  attributes: {
    /** Sessions of different users are distinguished. */
    name: searchable((session: ClientSession) => [session.userId, session.clientSessionId]),
    createdAt: text((session: ClientSession) => session.createdAt),
    updatedAt: text((session: ClientSession) => session.lastSeenAt),
    state: text((session: ClientSession) => session.state),
    /** 1 while live, including pending. */
    live: integer((session: ClientSession) => (isLive(session.state) ? 1 : 0)),
    /** The surface of a live session; otherwise "". */
    liveSurfaceId: text((session: ClientSession) =>
      isLive(session.state) ? (session.clientSurfaceId ?? '') : '',
    ),
    userId: text((session: ClientSession) => session.userId),
    agentId: text((session: ClientSession) => session.agentId ?? ''),
    clientSurfaceId: text((session: ClientSession) => session.clientSurfaceId ?? ''),
    backendSessions: integer((session: ClientSession) => session.backendSessionIds.length),
    ownerTeam: text((_: ClientSession) => ''),
  },
  memberships: {
    credentialBinding: (session: ClientSession) => session.credentialBindingIds,
    /** The bindings a session uses while live. */
    liveBinding: (session: ClientSession) => (isLive(session.state) ? session.credentialBindingIds : []),
  },
  indexes: [
    ['name'],
    ['createdAt'],
    ['updatedAt'],
    ['liveSurfaceId'],
    ['live', 'agentId'],
    ['live', 'userId'],
  ],
  lists: { filters: ['userId', 'agentId', 'clientSurfaceId', 'state'] },
});

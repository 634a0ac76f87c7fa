import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { ScopeQuery } from '../../wire/fields.js';
import { ReportSessionBody, SessionAnswer } from '../../wire/session.js';

export const reportSession = defineOperation({
  id: 'reportSession',
  method: 'put',
  path: '/v1/sessions/:client_session_id',
  run: (useCases) => useCases.reportSession,
  summary: "Takes a data plane's report of a client session",
  tag: 'sessions',
  permission: 'session.report',
  scope: 'named',
  extension: true,
  audited: { eventType: 'session.reported', action: 'report', idParam: 'client_session_id' },
  params: v.object({ client_session_id: v.string() }),
  query: ScopeQuery,
  body: ReportSessionBody,
  response: SessionAnswer,
  status: (session) => (session.created ? 201 : 200),
  successes: [200, 201],
  recordTag: (session) => session.tag,
  toInput: ({ scope, params, body }) => ({
    scope,
    ...params,
    userId: body.userId,
    agentId: body.agentId ?? null,
    clientSurfaceId: body.clientSurfaceId ?? null,
    state: body.state,
    backendSessionIds: body.backendSessionIds ?? [],
    credentialBindingIds: body.credentialBindingIds ?? [],
  }),
});

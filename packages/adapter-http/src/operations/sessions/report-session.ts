import { makeReportSession } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { ScopeQuery } from '../../wire/fields.js';
import { ReportSessionBody, SESSION_REFUSALS, SessionAnswer, SessionParams } from '../../wire/session.js';

export const reportSession = defineOperation({
  id: 'reportSession',
  method: 'put',
  path: '/v1/sessions/:client_session_id',
  useCase: makeReportSession,
  summary: "Accepts a data plane's report of a client session",
  tag: 'sessions',
  permission: 'session.report',
  refuses: [
    'invalid_transition',
    'invalid_state',
    { reasonCode: 'invalid_request', field: 'user_id', when: 'The session belongs to another user.' },
    ...SESSION_REFUSALS,
  ],
  scope: 'named',
  extension: true,
  audited: { eventType: 'session.reported', action: 'report', idParam: 'client_session_id' },
  params: SessionParams,
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

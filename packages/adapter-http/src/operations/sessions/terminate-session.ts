import { makeTerminateSession } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { ScopeQuery } from '../../wire/fields.js';
import { SessionParams, TerminateSessionBody, TerminationAnswer } from '../../wire/session.js';

export const terminateSession = defineOperation({
  id: 'terminateSession',
  method: 'post',
  path: '/v1/sessions/:client_session_id/terminate',
  useCase: makeTerminateSession,
  summary: 'Ends a client session; future calls on it fail closed',
  tag: 'sessions',
  permission: 'session.terminate',
  scope: 'named',
  audited: { eventType: 'session.terminated', action: 'terminate', idParam: 'client_session_id' },
  params: SessionParams,
  query: ScopeQuery,
  body: TerminateSessionBody,
  response: TerminationAnswer,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});

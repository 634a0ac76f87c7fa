import { makeTerminateSession } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { Id, ScopeQuery } from '../../wire/fields.js';
import { TerminateSessionBody, TerminationAnswer } from '../../wire/session.js';

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
  params: v.object({ client_session_id: Id }),
  query: ScopeQuery,
  body: TerminateSessionBody,
  response: TerminationAnswer,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});

import { makeReadSession } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { ScopeQuery } from '../../wire/fields.js';
import { SessionAnswer, SessionParams } from '../../wire/session.js';

export const readSession = defineOperation({
  id: 'readSession',
  method: 'get',
  path: '/v1/sessions/:client_session_id',
  useCase: makeReadSession,
  summary: 'Reads a client session',
  tag: 'sessions',
  permission: 'session.read',
  scope: 'named',
  extension: true,
  params: SessionParams,
  query: ScopeQuery,
  response: SessionAnswer,
  recordTag: (session) => session.tag,
  toInput: ({ scope, params }) => ({ scope, ...params }),
});

import { makeReadSession } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { Id, ScopeQuery } from '../../wire/fields.js';
import { SessionAnswer } from '../../wire/session.js';

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
  params: v.object({ client_session_id: Id }),
  query: ScopeQuery,
  response: SessionAnswer,
  recordTag: (session) => session.tag,
  toInput: ({ scope, params }) => ({ scope, ...params }),
});

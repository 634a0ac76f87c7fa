import { makeListSessions } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { listOptions } from '../../wire/fields.js';
import { pageOf } from '../../wire/page-of.js';
import { SessionAnswer, SessionsQuery } from '../../wire/session.js';

export const listSessions = defineOperation({
  id: 'listSessions',
  method: 'get',
  path: '/v1/sessions',
  useCase: makeListSessions,
  summary: 'Lists the client sessions of an environment',
  tag: 'sessions',
  permission: 'session.read',
  scope: 'named',
  extension: true,
  params: v.object({}),
  query: SessionsQuery,
  response: pageOf(SessionAnswer),
  toInput: ({ scope, query: { state, userId, agentId, clientSurfaceId, credentialBindingId, ...page } }) => ({
    scope,
    filters: {
      ...(state === undefined ? {} : { state }),
      ...(userId === undefined ? {} : { userId }),
      ...(agentId === undefined ? {} : { agentId }),
      ...(clientSurfaceId === undefined ? {} : { clientSurfaceId }),
      ...(credentialBindingId === undefined ? {} : { credentialBindingId }),
    },
    ...listOptions(page),
  }),
});

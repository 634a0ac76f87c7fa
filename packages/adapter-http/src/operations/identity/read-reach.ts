import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { ReachAnswer, ReachQuery } from '../../wire/identity.js';

export const readReach = defineOperation({
  id: 'readReach',
  method: 'get',
  path: '/v1/identity/me/reach',
  run: (useCases) => useCases.readReach,
  summary: 'Tells callers what they may do in an environment',
  description:
    'What a record allows, its `allowed_actions` say; this is for what is not there yet, and for lists. A permission that is left out ' +
    "reaches nothing in the environment. An environment that is not the caller's is answered as one that is not there.",
  tag: 'identity',
  permission: 'authenticated',
  scope: 'none',
  extension: true,
  params: v.object({}),
  query: ReachQuery,
  response: ReachAnswer,
  toInput: ({ query }) => query,
});

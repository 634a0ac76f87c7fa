import { makeReadReach } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { ReachAnswer, ReachQuery } from '../../wire/identity.js';

export const readReach = defineOperation({
  id: 'readReach',
  method: 'get',
  path: '/v1/identity/me/reach',
  useCase: makeReadReach,
  summary: 'Describes what the caller may do in an environment',
  description:
    'Existing records state this in their `allowed_actions`; this is for what does not exist yet, and for lists. An omitted permission ' +
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

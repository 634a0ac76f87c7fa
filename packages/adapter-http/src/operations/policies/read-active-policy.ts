import { makeReadActivePolicy } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { ScopeQuery } from '../../wire/fields.js';
import { ActivePolicyAnswer } from '../../wire/policy.js';

export const readActivePolicy = defineOperation({
  id: 'readActivePolicy',
  method: 'get',
  path: '/v1/active-policy',
  useCase: makeReadActivePolicy,
  summary:
    'Reads the policy version in force with its manifest, or null where none is; made to be polled with If-None-Match',
  tag: 'policies',
  permission: 'policy.read',
  scope: 'named',
  extension: true,
  params: v.object({}),
  query: ScopeQuery,
  response: ActivePolicyAnswer,
  cacheable: true,
  recordTag: ({ tag }) => tag,
  toInput: ({ scope }) => ({ scope }),
});

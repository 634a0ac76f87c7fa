import { makeReadPolicy } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { ScopeQuery } from '../../wire/fields.js';
import { PolicyParams, PolicyVersionAnswer } from '../../wire/policy.js';

export const readPolicy = defineOperation({
  id: 'readPolicy',
  method: 'get',
  path: '/v1/policies/:policy_version',
  useCase: makeReadPolicy,
  summary: 'Reads a policy version with body, validation, usage, hash and permissions',
  tag: 'policies',
  permission: 'policy.read',
  scope: 'named',
  params: PolicyParams,
  query: ScopeQuery,
  response: PolicyVersionAnswer,
  cacheable: true,
  recordTag: (policy) => policy.tag,
  toInput: ({ scope, params }) => ({ scope, ...params }),
});

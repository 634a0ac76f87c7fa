import { makeReadPolicy } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { Id, ScopeQuery } from '../../wire/fields.js';
import { PolicyVersionAnswer } from '../../wire/policy.js';

export const readPolicy = defineOperation({
  id: 'readPolicy',
  method: 'get',
  path: '/v1/policies/:policy_version',
  useCase: makeReadPolicy,
  summary: 'Reads a policy version with body, validation, usage, hash and permissions',
  tag: 'policies',
  permission: 'policy.read',
  scope: 'named',
  params: v.object({ policy_version: Id }),
  query: ScopeQuery,
  response: PolicyVersionAnswer,
  cacheable: true,
  recordTag: (policy) => policy.tag,
  toInput: ({ scope, params }) => ({ scope, ...params }),
});

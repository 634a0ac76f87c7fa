import { makeReadPolicyTests } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { Id, ScopeQuery } from '../../wire/fields.js';
import { PolicyTestsAnswer } from '../../wire/policy.js';

export const readPolicyTests = defineOperation({
  id: 'readPolicyTests',
  method: 'get',
  path: '/v1/policies/:policy_version/tests',
  useCase: makeReadPolicyTests,
  summary: 'Reads the tests of a policy version',
  tag: 'policies',
  permission: 'policy.read',
  scope: 'named',
  extension: true,
  params: v.object({ policy_version: Id }),
  query: ScopeQuery,
  response: PolicyTestsAnswer,
  cacheable: true,
  recordTag: (policy) => policy.tag,
  toInput: ({ scope, params }) => ({ scope, ...params }),
});

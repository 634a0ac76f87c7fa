import { makeReadPolicyTests } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { ScopeQuery } from '../../wire/fields.js';
import { PolicyParams } from '../../wire/policy.js';
import { PolicyTestsAnswer } from '../../wire/policy-tests.js';

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
  params: PolicyParams,
  query: ScopeQuery,
  response: PolicyTestsAnswer,
  cacheable: true,
  recordTag: (policy) => policy.tag,
  toInput: ({ scope, params }) => ({ scope, ...params }),
});

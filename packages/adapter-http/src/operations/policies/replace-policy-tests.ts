import { makeReplacePolicyTests } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { POLICY_BODY_LIMIT, ScopeQuery } from '../../wire/fields.js';
import { PolicyParams } from '../../wire/policy.js';
import { PolicyTestsAnswer, PolicyTestsBody, TESTS_REFUSALS } from '../../wire/policy-tests.js';

export const replacePolicyTests = defineOperation({
  id: 'replacePolicyTests',
  method: 'put',
  path: '/v1/policies/:policy_version/tests',
  useCase: makeReplacePolicyTests,
  summary: 'Replaces the tests of a draft, or takes them away with null; If-Match is required',
  tag: 'policies',
  permission: 'policy.write',
  ifMatch: 'required',
  refuses: ['invalid_state', ...TESTS_REFUSALS],
  scope: 'named',
  extension: true,
  audited: { eventType: 'policy.updated', action: 'update', idParam: 'policy_version' },
  params: PolicyParams,
  query: ScopeQuery,
  body: PolicyTestsBody,
  bodyLimit: POLICY_BODY_LIMIT,
  response: PolicyTestsAnswer,
  recordTag: (policy) => policy.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});

import { makeUpdatePolicy } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { POLICY_BODY_LIMIT, ScopeQuery } from '../../wire/fields.js';
import { PolicyParams, PolicyVersionAnswer } from '../../wire/policy.js';
import { DRAFT_REFUSALS, draftIn, UpdatePolicyBody } from '../../wire/policy-draft.js';
import { TESTS_REFUSALS } from '../../wire/policy-tests.js';

export const updatePolicy = defineOperation({
  id: 'updatePolicy',
  method: 'put',
  path: '/v1/policies/:policy_version',
  useCase: makeUpdatePolicy,
  summary: 'Replaces the content of a draft; If-Match is required',
  tag: 'policies',
  permission: 'policy.write',
  ifMatch: 'required',
  refuses: ['invalid_state', ...DRAFT_REFUSALS, ...TESTS_REFUSALS],
  scope: 'named',
  extension: true,
  audited: { eventType: 'policy.updated', action: 'update', idParam: 'policy_version' },
  params: PolicyParams,
  query: ScopeQuery,
  body: UpdatePolicyBody,
  bodyLimit: POLICY_BODY_LIMIT,
  response: PolicyVersionAnswer,
  recordTag: (policy) => policy.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...draftIn(body) }),
});

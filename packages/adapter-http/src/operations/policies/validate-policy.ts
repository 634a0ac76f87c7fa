import { makeValidatePolicy } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { ScopeQuery } from '../../wire/fields.js';
import { PolicyParams, ValidatedPolicyAnswer } from '../../wire/policy.js';
import { OptionalReasonBody } from '../../wire/reason-body.js';

export const validatePolicy = defineOperation({
  id: 'validatePolicy',
  method: 'post',
  path: '/v1/policies/:policy_version/validate',
  useCase: makeValidatePolicy,
  summary: 'Validates a policy version again and stores the findings',
  tag: 'policies',
  permission: 'policy.validate',
  refuses: ['invalid_state'],
  scope: 'named',
  extension: true,
  audited: { eventType: 'policy.validated', action: 'validate', idParam: 'policy_version' },
  params: PolicyParams,
  query: ScopeQuery,
  body: OptionalReasonBody,
  response: ValidatedPolicyAnswer,
  recordTag: (policy) => policy.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});

import { makeCheckPolicyText } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { POLICY_BODY_LIMIT, ScopeQuery } from '../../wire/fields.js';
import { PolicyParams, PolicyTextCheckAnswer } from '../../wire/policy.js';
import { PolicyTextBody } from '../../wire/policy-draft.js';

export const checkPolicyText = defineOperation({
  id: 'checkPolicyText',
  method: 'post',
  path: '/v1/policies/:policy_version/check',
  useCase: makeCheckPolicyText,
  summary: "Checks a text as a draft's new one, with its tests; changes nothing",
  tag: 'policies',
  permission: 'policy.validate',
  refuses: [
    'invalid_state',
    { reasonCode: 'forbidden_material', field: 'text', when: 'The text holds a secret or a payload.' },
  ],
  scope: 'named',
  extension: true,
  rateClass: 'reads',
  params: PolicyParams,
  query: ScopeQuery,
  body: PolicyTextBody,
  bodyLimit: POLICY_BODY_LIMIT,
  response: PolicyTextCheckAnswer,
  toInput: ({ scope, params, body: { text, textFormat } }) => ({
    scope,
    ...params,
    text,
    format: textFormat,
  }),
});

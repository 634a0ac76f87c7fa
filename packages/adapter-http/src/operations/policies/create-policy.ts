import { makeCreatePolicy } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { POLICY_BODY_LIMIT, ScopeQuery } from '../../wire/fields.js';
import { PolicyVersionAnswer } from '../../wire/policy.js';
import { CreatePolicyBody, DRAFT_REFUSALS, draftIn } from '../../wire/policy-draft.js';
import { TESTS_REFUSALS } from '../../wire/policy-tests.js';

export const createPolicy = defineOperation({
  id: 'createPolicy',
  method: 'post',
  path: '/v1/policies',
  useCase: makeCreatePolicy,
  summary: 'Creates a draft version from JSON, or from text in JSON or YAML',
  tag: 'policies',
  permission: 'policy.write',
  refuses: ['already_exists', ...DRAFT_REFUSALS, ...TESTS_REFUSALS],
  scope: 'named',
  extension: true,
  audited: { eventType: 'policy.created', action: 'create' },
  params: v.object({}),
  query: ScopeQuery,
  body: CreatePolicyBody,
  bodyLimit: POLICY_BODY_LIMIT,
  response: PolicyVersionAnswer,
  status: 201,
  recordTag: (policy) => policy.tag,
  toInput: ({ scope, body }) => ({ scope, ...draftIn(body) }),
});

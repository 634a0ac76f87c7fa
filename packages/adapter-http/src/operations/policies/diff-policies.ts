import { makeDiffPolicies } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { described } from '../../wire/described.js';
import { Id, ScopeQuery } from '../../wire/fields.js';
import { PolicyParams } from '../../wire/policy.js';
import { DiffAnswer } from '../../wire/policy-diff.js';

export const diffPolicies = defineOperation({
  id: 'diffPolicies',
  method: 'get',
  path: '/v1/policies/:policy_version/diff',
  useCase: makeDiffPolicies,
  summary: 'Compares a policy version with another, rule by rule',
  tag: 'policies',
  permission: 'policy.read',
  scope: 'named',
  extension: true,
  params: PolicyParams,
  query: v.strictObject({
    ...ScopeQuery.entries,
    against: described(Id, 'The version to compare with.', 'pv_6'),
  }),
  response: DiffAnswer,
  cacheable: true,
  toInput: ({ scope, params, query }) => ({ scope, ...params, against: query.against }),
});

import { makeDiffPolicies } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { Id, ScopeQuery } from '../../wire/fields.js';
import { DiffAnswer } from '../../wire/policy.js';

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
  params: v.object({ policy_version: Id }),
  query: v.strictObject({ ...ScopeQuery.entries, against: Id }),
  response: DiffAnswer,
  cacheable: true,
  toInput: ({ scope, params, query }) => ({ scope, ...params, against: query.against }),
});

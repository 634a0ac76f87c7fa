import { makeListPolicies } from '@govgate/application';
import { POLICY_STATUSES } from '@govgate/domain/internal';
import { policyVersionKind, recordSortsOf } from '@govgate/ports';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { described } from '../../wire/described.js';
import { listOptions, listQuery, ScopeQuery } from '../../wire/fields.js';
import { pageOf } from '../../wire/page-of.js';
import { ListedPolicyAnswer } from '../../wire/policy.js';

export const listPolicies = defineOperation({
  id: 'listPolicies',
  method: 'get',
  path: '/v1/policies',
  useCase: makeListPolicies,
  summary: 'Lists the policy versions of an environment; their manifests with include=body',
  tag: 'policies',
  permission: 'policy.read',
  scope: 'named',
  extension: true,
  params: v.object({}),
  query: v.strictObject({
    ...ScopeQuery.entries,
    status: described(v.optional(v.picklist(POLICY_STATUSES)), 'Only versions in this state.'),
    include: described(v.optional(v.picklist(['body'])), '`body` adds the manifests.'),
    ...listQuery(recordSortsOf(policyVersionKind)),
  }),
  response: pageOf(ListedPolicyAnswer),
  cacheable: true,
  toInput: ({ scope, query }) => ({
    scope,
    status: query.status,
    includeBody: query.include === 'body',
    ...listOptions(query),
  }),
});

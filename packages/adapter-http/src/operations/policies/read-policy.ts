import { makeReadPolicy } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { described } from '../../wire/described.js';
import { ScopeQuery } from '../../wire/fields.js';
import { PolicyParams, ReadPolicyAnswer } from '../../wire/policy.js';

export const readPolicy = defineOperation({
  id: 'readPolicy',
  method: 'get',
  path: '/v1/policies/:policy_version',
  useCase: makeReadPolicy,
  summary: 'Reads a policy version with body, validation, usage, hash and permissions',
  tag: 'policies',
  permission: 'policy.read',
  scope: 'named',
  params: PolicyParams,
  query: v.strictObject({
    ...ScopeQuery.entries,
    include: described(
      v.optional(v.picklist(['text'])),
      '`text` adds the text that the manifest was written as.',
    ),
  }),
  response: ReadPolicyAnswer,
  cacheable: true,
  recordTag: (policy) => policy.tag,
  toInput: ({ scope, params, query }) => ({ scope, ...params, includeText: query.include === 'text' }),
});

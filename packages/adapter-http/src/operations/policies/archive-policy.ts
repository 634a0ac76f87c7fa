import { makeArchivePolicy } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { ScopeQuery } from '../../wire/fields.js';
import { PolicyParams, PolicyVersionAnswer } from '../../wire/policy.js';
import { ReasonBody } from '../../wire/reason-body.js';

export const archivePolicy = defineOperation({
  id: 'archivePolicy',
  method: 'post',
  path: '/v1/policies/:policy_version/archive',
  useCase: makeArchivePolicy,
  summary: 'Archives a draft or superseded version permanently',
  tag: 'policies',
  permission: 'policy.archive',
  refuses: ['invalid_state'],
  scope: 'named',
  extension: true,
  audited: { eventType: 'policy.archived', action: 'archive', idParam: 'policy_version' },
  params: PolicyParams,
  query: ScopeQuery,
  body: ReasonBody,
  response: PolicyVersionAnswer,
  recordTag: (policy) => policy.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});

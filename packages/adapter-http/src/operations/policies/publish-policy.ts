import { makePublishPolicy } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { ScopeQuery } from '../../wire/fields.js';
import { PolicyParams, PublishAnswer, PublishBody } from '../../wire/policy.js';

export const publishPolicy = defineOperation({
  id: 'publishPolicy',
  method: 'post',
  path: '/v1/policies/:policy_version/publish',
  useCase: makePublishPolicy,
  summary: 'Publishes a policy version and makes it active for the environment',
  tag: 'policies',
  permission: 'policy.publish',
  refuses: ['invalid_state', 'manifest_hash_mismatch'],
  scope: 'named',
  audited: { eventType: 'policy.published', action: 'publish', idParam: 'policy_version' },
  actorField: { name: 'actor_id', rule: 'forbidden' },
  params: PolicyParams,
  query: ScopeQuery,
  body: PublishBody,
  response: PublishAnswer,
  // A policy that fails validation answers in the same shape, with its findings.
  status: (result) => (result.isActive ? 200 : 422),
  successes: [200, 422],
  recordTag: (result) => result.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});

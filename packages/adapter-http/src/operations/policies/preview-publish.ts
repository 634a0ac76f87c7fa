import { makePreviewPublish } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { ScopeQuery } from '../../wire/fields.js';
import { PolicyParams } from '../../wire/policy.js';
import { PreviewPublishBody, PublishPreviewAnswer } from '../../wire/publish-preview.js';

export const previewPublish = defineOperation({
  id: 'previewPublish',
  method: 'post',
  path: '/v1/policies/:policy_version/publish/preview',
  useCase: makePreviewPublish,
  summary:
    'Previews publishing a policy version: validation, tests, and the effect on calls; changes nothing',
  tag: 'policies',
  permission: 'policy.publish',
  refuses: ['manifest_hash_mismatch'],
  scope: 'named',
  extension: true,
  rateClass: 'reads',
  params: PolicyParams,
  query: ScopeQuery,
  body: PreviewPublishBody,
  response: PublishPreviewAnswer,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});

import { makeExplainAccess } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { AccessExplanationAnswer, ExplainAccessQuery } from '../../wire/access-explanation.js';

export const explainAccess = defineOperation({
  id: 'explainAccess',
  method: 'get',
  path: '/v1/access/explain',
  useCase: makeExplainAccess,
  summary: 'Explains why somebody may or may not do something',
  description:
    'Every caller may ask about themselves, and about others whoever may read all role bindings of the tenant, and the resource where one is ' +
    'given. Without `subject_id` it is about the caller as identified by their token; others are explained as if their token were not ' +
    'narrowed and claimed no groups. `permission` is the one a refusal names. Without `resource_id` and ' +
    '`owner_team` it is about everything in the environment: `for_some` says that only the records of a team, or single ones, are ' +
    'covered. Refusals for other reasons, such as a state or four eyes, are not explained here.',
  tag: 'role_bindings',
  permission: 'role_binding.read',
  refuses: [
    'missing_scope',
    { reasonCode: 'unknown_reference', field: 'subject_id', when: 'The tenant has no such subject.' },
    {
      reasonCode: 'invalid_request',
      field: 'environment_id',
      when: 'The permission concerns records of the tenant itself.',
    },
    {
      reasonCode: 'invalid_request',
      field: 'owner_team',
      when: "A resource is given too, or the permission's records are not owned by teams.",
    },
    { reasonCode: 'invalid_request', field: 'subject_id', when: '`subject_type` stands alone.' },
  ],
  scope: 'tenant',
  extension: true,
  params: v.object({}),
  query: ExplainAccessQuery,
  response: AccessExplanationAnswer,
  toInput: ({ scope, query: { tenantId: _, ...named } }) => ({ tenantId: scope.tenantId, ...named }),
});

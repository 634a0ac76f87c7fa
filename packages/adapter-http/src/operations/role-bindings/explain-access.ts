import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { AccessExplanationAnswer, ExplainAccessQuery } from '../../wire/access-explanation.js';

export const explainAccess = defineOperation({
  id: 'explainAccess',
  method: 'get',
  path: '/v1/access/explain',
  run: (useCases) => useCases.explainAccess,
  summary: 'Explains why somebody may or may not do something',
  description:
    'About oneself every caller may ask, and about others whoever may read all role bindings of the tenant, and the resource where one is ' +
    'named. Without `subject_id` it is about the caller as their token brings them; others are explained as a token that is not ' +
    'narrowed and claims no groups would bring them. `permission` is the one that a refusal names. Without `resource_id` and ' +
    '`owner_team` it is about everything in the environment: `for_some` says that only the records of a team, or single ones, are ' +
    'covered. What refuses for other reasons, such as a state or four eyes, is not explained here.',
  tag: 'role_bindings',
  permission: 'role_binding.read',
  refuses: [
    'missing_scope',
    { reasonCode: 'unknown_reference', field: 'subject_id', when: 'The tenant has nobody of this name.' },
    {
      reasonCode: 'invalid_request',
      field: 'environment_id',
      when: 'What the permission is about belongs to the tenant itself.',
    },
    {
      reasonCode: 'invalid_request',
      field: 'owner_team',
      when: 'A resource is named too, or teams own nothing of what the permission is about.',
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

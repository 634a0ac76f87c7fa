import { makeWhoCan } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { WhoCanAnswer, WhoCanQuery } from '../../wire/access-explanation.js';
import { DEFAULT_PAGE_SIZE } from '../../wire/fields.js';

export const whoCan = defineOperation({
  id: 'whoCan',
  method: 'get',
  path: '/v1/access/who-can',
  useCase: makeWhoCan,
  summary: 'Lists everybody who holds a permission, and by which grants',
  description:
    'Whoever may read all role bindings and local identities of the tenant may ask, and may read the resource where one is given. Listed are ' +
    'users and service accounts who can sign in, by type and id, with the grants that are in force, their own and those of their groups. ' +
    'A grant with `applies` false gives the permission on the records of a team, or on one record, alone. ' +
    '`token_group_ids` names the groups with external ids: who is in them by a token, only its issuer knows.',
  tag: 'role_bindings',
  permission: 'role_binding.read',
  refuses: [
    'missing_scope',
    'limit_exceeded',
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
  ],
  scope: 'tenant',
  extension: true,
  params: v.object({}),
  query: WhoCanQuery,
  response: WhoCanAnswer,
  toInput: ({ scope, query: { tenantId: _, limit, ...named } }) => ({
    tenantId: scope.tenantId,
    ...named,
    limit: Number(limit ?? DEFAULT_PAGE_SIZE),
  }),
});

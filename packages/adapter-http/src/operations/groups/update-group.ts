import { makeUpdateGroup } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { TenantQuery } from '../../wire/audit.js';
import { GroupAnswer, GroupParams, UpdateGroupBody } from '../../wire/group.js';

export const updateGroup = defineOperation({
  id: 'updateGroup',
  method: 'put',
  path: '/v1/groups/:group_id',
  useCase: makeUpdateGroup,
  summary: 'Changes the name and the external ids of a local group',
  description:
    'Whoever signs in with a token that names one of the external ids, whole and exactly, is in the group while the token is valid. ' +
    'What is left out stays.',
  tag: 'local_identity',
  permission: 'local_identity.manage',
  refuses: [
    {
      reasonCode: 'self_grant_forbidden',
      field: 'external_ids',
      when: 'The group grants what the caller lacks, and an external id would be added.',
    },
  ],
  scope: 'tenant',
  extension: true,
  audited: { eventType: 'group.updated', action: 'update', idParam: 'group_id' },
  params: GroupParams,
  query: TenantQuery,
  body: UpdateGroupBody,
  response: GroupAnswer,
  recordTag: (group) => group.tag,
  toInput: ({ scope, params, body }) => ({ tenantId: scope.tenantId, ...params, ...body }),
});

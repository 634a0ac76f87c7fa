import { makeReadGroup } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { TenantQuery } from '../../wire/audit.js';
import { GroupAnswer, GroupParams } from '../../wire/group.js';

export const readGroup = defineOperation({
  id: 'readGroup',
  method: 'get',
  path: '/v1/local-identity/groups/:group_id',
  useCase: makeReadGroup,
  summary: 'Reads a local group with its members',
  tag: 'local_identity',
  permission: 'local_identity.read',
  scope: 'tenant',
  extension: true,
  params: GroupParams,
  query: TenantQuery,
  response: GroupAnswer,
  cacheable: true,
  recordTag: (group) => group.tag,
  toInput: ({ scope, params }) => ({ tenantId: scope.tenantId, ...params }),
});

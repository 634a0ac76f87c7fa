import { makeRemoveGroupMember } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { TenantQuery } from '../../wire/audit.js';
import { GroupAnswer, GroupMemberParams } from '../../wire/group.js';
import { ReasonBody } from '../../wire/reason-body.js';

export const removeGroupMember = defineOperation({
  id: 'removeGroupMember',
  method: 'post',
  path: '/v1/groups/:group_id/members/:user_id/remove',
  useCase: makeRemoveGroupMember,
  summary: 'Removes a user from a local group',
  tag: 'local_identity',
  permission: 'local_identity.manage',
  refuses: ['last_security_admin'],
  scope: 'tenant',
  extension: true,
  audited: { eventType: 'group.member_removed', action: 'remove_member', idParam: 'group_id' },
  params: GroupMemberParams,
  query: TenantQuery,
  body: ReasonBody,
  response: GroupAnswer,
  recordTag: (group) => group.tag,
  toInput: ({ scope, params, body }) => ({ tenantId: scope.tenantId, ...params, ...body }),
});

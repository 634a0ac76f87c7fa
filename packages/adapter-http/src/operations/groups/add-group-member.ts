import { makeAddGroupMember } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { TenantQuery } from '../../wire/audit.js';
import { AddMemberBody, GroupParams, MembersAnswer } from '../../wire/group.js';

export const addGroupMember = defineOperation({
  id: 'addGroupMember',
  method: 'post',
  path: '/v1/local-identity/groups/:group_id/members',
  useCase: makeAddGroupMember,
  summary: 'Adds a user to a local group',
  tag: 'local_identity',
  permission: 'local_identity.manage',
  refuses: ['self_grant_forbidden', 'group_disabled', 'limit_exceeded'],
  scope: 'tenant',
  audited: { eventType: 'group.member_added', action: 'add_member', idParam: 'group_id' },
  params: GroupParams,
  query: TenantQuery,
  body: AddMemberBody,
  response: MembersAnswer,
  recordTag: (group) => group.tag,
  toInput: ({ scope, params, body }) => ({ tenantId: scope.tenantId, ...params, ...body }),
});

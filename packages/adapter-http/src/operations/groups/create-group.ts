import { makeCreateGroup } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { TenantQuery } from '../../wire/audit.js';
import { CreateGroupBody, GroupAnswer } from '../../wire/group.js';

export const createGroup = defineOperation({
  id: 'createGroup',
  method: 'post',
  path: '/v1/groups',
  useCase: makeCreateGroup,
  summary: 'Creates an empty local group',
  tag: 'local_identity',
  permission: 'local_identity.manage',
  refuses: ['already_exists'],
  scope: 'tenant',
  extension: true,
  audited: { eventType: 'group.created', action: 'create' },
  params: v.object({}),
  query: TenantQuery,
  body: CreateGroupBody,
  response: GroupAnswer,
  status: 201,
  recordTag: (group) => group.tag,
  toInput: ({ scope, body }) => ({ tenantId: scope.tenantId, ...body }),
});

import { makeListRoleBindings } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { listOptions } from '../../wire/fields.js';
import { pageOf } from '../../wire/page-of.js';
import { RoleBindingAnswer, RoleBindingsQuery } from '../../wire/role-binding.js';

export const listRoleBindings = defineOperation({
  id: 'listRoleBindings',
  method: 'get',
  path: '/v1/admin/role-bindings',
  useCase: makeListRoleBindings,
  summary: 'Lists the role bindings that the caller may read',
  tag: 'role_bindings',
  permission: 'role_binding.read',
  scope: 'tenant',
  params: v.object({}),
  query: RoleBindingsQuery,
  response: pageOf(RoleBindingAnswer),
  toInput: ({ scope, query: { subjectId, role, scopeType, status, ...page } }) => ({
    tenantId: scope.tenantId,
    filters: {
      ...(subjectId === undefined ? {} : { subjectId }),
      ...(role === undefined ? {} : { role }),
      ...(scopeType === undefined ? {} : { scopeType }),
      ...(status === undefined ? {} : { status }),
    },
    ...listOptions(page),
  }),
});

import { makeReadRoleBinding } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { TenantQuery } from '../../wire/audit.js';
import { RoleBindingAnswer, RoleBindingParams } from '../../wire/role-binding.js';

export const readRoleBinding = defineOperation({
  id: 'readRoleBinding',
  method: 'get',
  path: '/v1/admin/role-bindings/:binding_id',
  useCase: makeReadRoleBinding,
  summary: 'Reads a role binding',
  tag: 'role_bindings',
  permission: 'role_binding.read',
  scope: 'tenant',
  extension: true,
  params: RoleBindingParams,
  query: TenantQuery,
  response: RoleBindingAnswer,
  recordTag: (binding) => binding.tag,
  toInput: ({ scope, params }) => ({ tenantId: scope.tenantId, ...params }),
});

import { makeDisableRoleBinding } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { TenantQuery } from '../../wire/audit.js';
import { DisableRoleBindingBody, RoleBindingAnswer, RoleBindingParams } from '../../wire/role-binding.js';

export const disableRoleBinding = defineOperation({
  id: 'disableRoleBinding',
  method: 'post',
  path: '/v1/admin/role-bindings/:binding_id/disable',
  useCase: makeDisableRoleBinding,
  summary: 'Disables a role binding without deleting it',
  tag: 'role_bindings',
  permission: 'role_binding.disable',
  refuses: ['invalid_state', 'last_security_admin'],
  scope: 'tenant',
  audited: { eventType: 'role_binding.disabled', action: 'disable', idParam: 'binding_id' },
  params: RoleBindingParams,
  query: TenantQuery,
  body: DisableRoleBindingBody,
  response: RoleBindingAnswer,
  recordTag: (binding) => binding.tag,
  toInput: ({ scope, params, body }) => ({
    tenantId: scope.tenantId,
    ...params,
    reasonCode: body.reasonCode,
    reason: body.reason ?? null,
  }),
});

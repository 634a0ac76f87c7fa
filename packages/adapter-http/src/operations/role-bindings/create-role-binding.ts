import { makeCreateRoleBinding } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { TenantQuery } from '../../wire/audit.js';
import { GRANT_REFUSALS, RoleBindingAnswer, RoleBindingBody } from '../../wire/role-binding.js';
import { roleBindingInput } from './role-binding-input.js';

export const createRoleBinding = defineOperation({
  id: 'createRoleBinding',
  method: 'post',
  path: '/v1/admin/role-bindings',
  useCase: makeCreateRoleBinding,
  summary: 'Grants a role to a user, group or service account within a scope',
  tag: 'role_bindings',
  permission: 'role_binding.create',
  refuses: [...GRANT_REFUSALS, 'self_grant_forbidden', 'exceeds_grantor', 'duplicate_binding'],
  scope: 'tenant',
  audited: { eventType: 'role_binding.created', action: 'create' },
  params: v.object({}),
  query: TenantQuery,
  body: RoleBindingBody,
  response: RoleBindingAnswer,
  status: 201,
  recordTag: (binding) => binding.tag,
  toInput: roleBindingInput,
});

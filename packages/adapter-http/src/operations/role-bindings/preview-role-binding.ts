import { makePreviewRoleBinding } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { TenantQuery } from '../../wire/audit.js';
import { GRANT_REFUSALS, RoleBindingBody, RoleBindingPreviewAnswer } from '../../wire/role-binding.js';
import { roleBindingInput } from './role-binding-input.js';

export const previewRoleBinding = defineOperation({
  id: 'previewRoleBinding',
  method: 'post',
  path: '/v1/admin/role-bindings/preview',
  useCase: makePreviewRoleBinding,
  summary: 'Previews the effect of a role binding; changes nothing',
  tag: 'role_bindings',
  permission: 'role_binding.read',
  refuses: [...GRANT_REFUSALS],
  scope: 'tenant',
  rateClass: 'reads',
  params: v.object({}),
  query: TenantQuery,
  body: RoleBindingBody,
  response: RoleBindingPreviewAnswer,
  toInput: roleBindingInput,
});

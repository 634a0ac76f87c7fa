import { makeReadAppliedSet } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { AppliedSetAnswer, AppliedSetParams } from '../../wire/applied-set.js';
import { TenantQuery } from '../../wire/audit.js';

export const readAppliedSet = defineOperation({
  id: 'readAppliedSet',
  method: 'get',
  path: '/v1/applied/:set_id',
  useCase: makeReadAppliedSet,
  summary: 'Reads what was last applied from a set of files',
  tag: 'applied_sets',
  description:
    'It holds the resources that the caller may read by themselves. To a caller who may read none of them and apply nothing, it does not exist.',
  permission: 'authenticated',
  refuses: ['not_found'],
  scope: 'tenant',
  extension: true,
  params: AppliedSetParams,
  query: TenantQuery,
  response: AppliedSetAnswer,
  cacheable: true,
  recordTag: (set) => set.tag,
  toInput: ({ scope, params }) => ({ tenantId: scope.tenantId, ...params }),
});

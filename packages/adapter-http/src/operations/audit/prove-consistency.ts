import { makeProveConsistency } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { ConsistencyAnswer, ConsistencyQuery } from '../../wire/audit.js';

export const proveConsistency = defineOperation({
  id: 'proveConsistency',
  method: 'get',
  path: '/v1/audit/checkpoints/consistency',
  useCase: makeProveConsistency,
  summary: 'Proves that one signed checkpoint continues an earlier one',
  tag: 'audit',
  permission: 'audit.read',
  scope: 'tenant',
  extension: true,
  refuses: [
    { reasonCode: 'invalid_request', field: 'from', when: 'it is larger than `to`' },
    { reasonCode: 'not_found', when: 'no checkpoint has one of the two sizes' },
  ],
  params: v.object({}),
  query: ConsistencyQuery,
  response: ConsistencyAnswer,
  toInput: ({ scope, query }) => ({
    tenantId: scope.tenantId,
    from: Number(query.from),
    to: Number(query.to),
  }),
});

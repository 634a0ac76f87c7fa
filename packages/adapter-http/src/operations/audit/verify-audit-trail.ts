import { makeVerifyAuditTrail } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { VerifyAnswer, VerifyQuery } from '../../wire/audit.js';

export const verifyAuditTrail = defineOperation({
  id: 'verifyAuditTrail',
  method: 'get',
  path: '/v1/audit/verify',
  useCase: makeVerifyAuditTrail,
  summary: "Verifies the tenant's audit trail from its last signed checkpoint, or the whole of it",
  tag: 'audit',
  permission: 'audit.read',
  scope: 'tenant',
  extension: true,
  params: v.object({}),
  query: VerifyQuery,
  response: VerifyAnswer,
  heedsLeaving: true,
  toInput: ({ scope, query }) => ({ tenantId: scope.tenantId, whole: query.from === '0' }),
});

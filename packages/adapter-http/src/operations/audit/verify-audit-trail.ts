import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { TenantQuery, VerifyAnswer } from '../../wire/audit.js';

export const verifyAuditTrail = defineOperation({
  id: 'verifyAuditTrail',
  method: 'get',
  path: '/v1/audit/verify',
  run: (useCases) => useCases.verifyAuditTrail,
  summary: "Verifies the tenant's audit chain and its signed checkpoints",
  tag: 'audit',
  permission: 'audit.read',
  scope: 'tenant',
  extension: true,
  params: v.object({}),
  query: TenantQuery,
  response: VerifyAnswer,
  toInput: ({ scope }) => ({ tenantId: scope.tenantId }),
});

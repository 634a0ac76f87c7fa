import { makeReadAuditEvent } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { AuditEventAnswer, AuditEventParams, TenantQuery } from '../../wire/audit.js';

export const readAuditEvent = defineOperation({
  id: 'readAuditEvent',
  method: 'get',
  path: '/v1/audit/events/:audit_event_id',
  useCase: makeReadAuditEvent,
  summary: 'Reads an audit event',
  tag: 'audit',
  permission: 'audit.read',
  scope: 'tenant',
  extension: true,
  params: AuditEventParams,
  query: TenantQuery,
  response: AuditEventAnswer,
  toInput: ({ scope, params }) => ({ tenantId: scope.tenantId, ...params }),
});

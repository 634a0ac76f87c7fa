import { makeReadAuditEvent } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { AuditEventAnswer, TenantQuery } from '../../wire/audit.js';
import { Id } from '../../wire/fields.js';

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
  params: v.object({ audit_event_id: Id }),
  query: TenantQuery,
  response: AuditEventAnswer,
  toInput: ({ scope, params }) => ({ tenantId: scope.tenantId, ...params }),
});

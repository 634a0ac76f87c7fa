import { makeProveAuditEvent } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { AuditEventParams, EventProofAnswer, TenantQuery } from '../../wire/audit.js';

export const proveAuditEvent = defineOperation({
  id: 'proveAuditEvent',
  method: 'get',
  path: '/v1/audit/events/:audit_event_id/proof',
  useCase: makeProveAuditEvent,
  summary: 'Proves that an event is in the tree of a signed checkpoint',
  tag: 'audit',
  permission: 'audit.read',
  scope: 'tenant',
  extension: true,
  params: AuditEventParams,
  query: TenantQuery,
  response: EventProofAnswer,
  heedsLeaving: true,
  toInput: ({ scope, params }) => ({ tenantId: scope.tenantId, ...params }),
});

import { makeProveAuditEvent } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { EventProofAnswer, TenantQuery } from '../../wire/audit.js';
import { Id } from '../../wire/fields.js';

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
  params: v.object({ audit_event_id: Id }),
  query: TenantQuery,
  response: EventProofAnswer,
  heedsLeaving: true,
  toInput: ({ scope, params }) => ({ tenantId: scope.tenantId, ...params }),
});

import { makeExportAuditEvents } from '@govgate/application';
import { parseInstant } from '@govgate/domain';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { AuditEventAnswer, CheckpointLine, ExportQuery, SegmentLine } from '../../wire/audit.js';

export const exportAuditEvents = defineOperation({
  id: 'exportAuditEvents',
  method: 'get',
  path: '/v1/audit/export',
  useCase: makeExportAuditEvents,
  summary:
    "Streams the tenant's audit trail as NDJSON, oldest first, followed by the checkpoint that covers it",
  tag: 'audit',
  permission: 'audit.export',
  scope: 'tenant',
  extension: true,
  params: v.object({}),
  query: ExportQuery,
  response: v.union([AuditEventAnswer, CheckpointLine, SegmentLine]),
  contentType: 'application/x-ndjson',
  heedsLeaving: true,
  toInput: ({ scope, query }) => ({
    tenantId: scope.tenantId,
    from: parseInstant(query.from ?? ''),
    to: parseInstant(query.to ?? ''),
  }),
});

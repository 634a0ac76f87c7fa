import { parseInstant } from '@govgate/domain';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { AuditEventAnswer, ExportQuery } from '../../wire/audit.js';

export const exportAuditEvents = defineOperation({
  id: 'exportAuditEvents',
  method: 'get',
  path: '/v1/audit/export',
  run: (useCases) => useCases.exportAuditEvents,
  summary: "Streams the tenant's audit trail as NDJSON, oldest first",
  tag: 'audit',
  permission: 'audit.export',
  scope: 'tenant',
  extension: true,
  params: v.object({}),
  query: ExportQuery,
  response: AuditEventAnswer,
  contentType: 'application/x-ndjson',
  toInput: ({ scope, query }) => ({
    tenantId: scope.tenantId,
    from: parseInstant(query.from ?? ''),
    to: parseInstant(query.to ?? ''),
  }),
});

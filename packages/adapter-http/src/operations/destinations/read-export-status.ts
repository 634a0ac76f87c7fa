import { makeReadExportStatus } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { DestinationParams } from '../../wire/destination.js';
import { ExportStatusAnswer } from '../../wire/export.js';
import { ScopeQuery } from '../../wire/fields.js';

export const readExportStatus = defineOperation({
  id: 'readExportStatus',
  method: 'get',
  path: '/v1/siem-webhooks/:destination_id/status',
  useCase: makeReadExportStatus,
  summary: 'Reads the progress of continuous export at a destination',
  tag: 'siem_webhooks',
  permission: 'siem_webhook.read',
  scope: 'named',
  extension: true,
  params: DestinationParams,
  query: ScopeQuery,
  response: ExportStatusAnswer,
  toInput: ({ scope, params }) => ({ scope, ...params }),
});

import { makeReadDestination } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { DestinationDetailAnswer, DestinationParams } from '../../wire/destination.js';
import { ScopeQuery } from '../../wire/fields.js';

export const readDestination = defineOperation({
  id: 'readDestination',
  method: 'get',
  path: '/v1/siem-webhooks/:destination_id',
  useCase: makeReadDestination,
  summary: 'Reads a destination with the state of its deliveries',
  tag: 'siem_webhooks',
  permission: 'siem_webhook.read',
  scope: 'named',
  extension: true,
  params: DestinationParams,
  query: ScopeQuery,
  response: DestinationDetailAnswer,
  recordTag: (destination) => destination.tag,
  toInput: ({ scope, params }) => ({ scope, ...params }),
});

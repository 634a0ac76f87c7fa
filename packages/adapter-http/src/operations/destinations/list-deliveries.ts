import { makeListDeliveries } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { DestinationParams } from '../../wire/destination.js';
import { DeliveriesAnswer, LatestQuery } from '../../wire/export.js';
import { DEFAULT_PAGE_SIZE } from '../../wire/fields.js';

export const listDeliveries = defineOperation({
  id: 'listDeliveries',
  method: 'get',
  path: '/v1/siem-webhooks/:destination_id/deliveries',
  useCase: makeListDeliveries,
  summary: 'Lists the latest delivery attempts, without contents, newest first',
  tag: 'siem_webhooks',
  permission: 'siem_webhook.read',
  scope: 'named',
  extension: true,
  params: DestinationParams,
  query: LatestQuery,
  response: DeliveriesAnswer,
  toInput: ({ scope, params, query }) => ({
    scope,
    ...params,
    limit: Number(query.limit ?? DEFAULT_PAGE_SIZE),
  }),
});

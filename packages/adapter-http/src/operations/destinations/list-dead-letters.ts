import { makeListDeadLetters } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { DestinationParams } from '../../wire/destination.js';
import { DeadLettersAnswer, LatestQuery } from '../../wire/export.js';
import { DEFAULT_PAGE_SIZE } from '../../wire/fields.js';

export const listDeadLetters = defineOperation({
  id: 'listDeadLetters',
  method: 'get',
  path: '/v1/siem-webhooks/:destination_id/dead-letters',
  useCase: makeListDeadLetters,
  summary: 'Lists the events a destination rejected individually, newest first',
  tag: 'siem_webhooks',
  permission: 'siem_webhook.read',
  scope: 'named',
  extension: true,
  params: DestinationParams,
  query: LatestQuery,
  response: DeadLettersAnswer,
  toInput: ({ scope, params, query }) => ({
    scope,
    ...params,
    limit: Number(query.limit ?? DEFAULT_PAGE_SIZE),
  }),
});

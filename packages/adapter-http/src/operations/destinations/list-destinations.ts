import { makeListDestinations } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { DestinationsAnswer, DestinationsQuery } from '../../wire/destination.js';
import { listOptions } from '../../wire/fields.js';

export const listDestinations = defineOperation({
  id: 'listDestinations',
  method: 'get',
  path: '/v1/siem-webhooks',
  useCase: makeListDestinations,
  summary: 'Lists the destinations of an environment',
  tag: 'siem_webhooks',
  permission: 'siem_webhook.read',
  scope: 'named',
  extension: true,
  params: v.object({}),
  query: DestinationsQuery,
  response: DestinationsAnswer,
  toInput: ({ scope, query: { kind, enabled, ...page } }) => ({
    scope,
    filters: {
      ...(kind === undefined ? {} : { kind }),
      ...(enabled === undefined
        ? {}
        : { status: enabled === 'true' ? ('enabled' as const) : ('disabled' as const) }),
    },
    ...listOptions(page),
  }),
});

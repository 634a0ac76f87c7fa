import { makeUpdateDestination } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import {
  DESTINATION_REFUSALS,
  DestinationDetailAnswer,
  DestinationParams,
  UpdateDestinationBody,
} from '../../wire/destination.js';
import { ScopeQuery } from '../../wire/fields.js';

export const updateDestination = defineOperation({
  id: 'updateDestination',
  method: 'put',
  path: '/v1/siem-webhooks/:destination_id',
  useCase: makeUpdateDestination,
  summary: 'Changes a destination; If-Match is required, and omitted fields keep their value',
  tag: 'siem_webhooks',
  permission: 'siem_webhook.manage',
  ifMatch: 'required',
  refuses: [...DESTINATION_REFUSALS],
  scope: 'named',
  extension: true,
  audited: { eventType: 'siem_webhook.updated', action: 'update', idParam: 'destination_id' },
  params: DestinationParams,
  query: ScopeQuery,
  body: UpdateDestinationBody,
  response: DestinationDetailAnswer,
  recordTag: (destination) => destination.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});

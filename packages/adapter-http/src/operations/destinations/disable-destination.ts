import { makeDisableDestination } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { DestinationAnswer, DestinationParams, SwitchDestinationBody } from '../../wire/destination.js';
import { NoQuery } from '../../wire/fields.js';

export const disableDestination = defineOperation({
  id: 'disableDestination',
  method: 'post',
  path: '/v1/siem-webhooks/:destination_id/disable',
  useCase: makeDisableDestination,
  summary: 'Disables a destination without deleting audit-export history',
  tag: 'siem_webhooks',
  permission: 'siem_webhook.disable',
  scope: 'body',
  audited: { eventType: 'siem_webhook.disabled', action: 'disable', idParam: 'destination_id' },
  params: DestinationParams,
  query: NoQuery,
  body: SwitchDestinationBody,
  response: DestinationAnswer,
  recordTag: (destination) => destination.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, reasonCode: body.reasonCode }),
});

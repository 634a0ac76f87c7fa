import { makeEnableDestination } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { DestinationDetailAnswer, DestinationParams, SwitchDestinationBody } from '../../wire/destination.js';
import { NoQuery } from '../../wire/fields.js';

export const enableDestination = defineOperation({
  id: 'enableDestination',
  method: 'post',
  path: '/v1/siem-webhooks/:destination_id/enable',
  useCase: makeEnableDestination,
  summary: 'Enables a destination; its count of failures restarts',
  tag: 'siem_webhooks',
  permission: 'siem_webhook.manage',
  scope: 'body',
  extension: true,
  audited: { eventType: 'siem_webhook.enabled', action: 'enable', idParam: 'destination_id' },
  params: DestinationParams,
  query: NoQuery,
  body: SwitchDestinationBody,
  response: DestinationDetailAnswer,
  recordTag: (destination) => destination.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, reasonCode: body.reasonCode }),
});

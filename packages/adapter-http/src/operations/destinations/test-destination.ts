import { makeTestDestination } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { TestDestinationBody, TestResultAnswer } from '../../wire/delivery-test.js';
import { DestinationParams } from '../../wire/destination.js';
import { NoQuery } from '../../wire/fields.js';

export const testDestination = defineOperation({
  id: 'testDestination',
  method: 'post',
  path: '/v1/siem-webhooks/:destination_id/test',
  useCase: makeTestDestination,
  summary: 'Runs a metadata-only delivery check; 202 while its outcome is not there yet',
  tag: 'siem_webhooks',
  permission: 'siem_webhook.test',
  refuses: ['destination_disabled'],
  scope: 'body',
  audited: { eventType: 'siem_webhook.test_requested', action: 'test', idParam: 'destination_id' },
  params: DestinationParams,
  query: NoQuery,
  body: TestDestinationBody,
  response: TestResultAnswer,
  status: ({ deliveryStatus }) => (deliveryStatus.status === 'pending' ? 202 : 200),
  successes: [200, 202],
  toInput: ({ scope, params, body }) => ({ scope, ...params, reasonCode: body.reasonCode }),
  toWire: (result, requestId) => {
    const { lastError, ...status } = result.deliveryStatus;
    const deliveryStatus = lastError === null ? status : { ...status, lastError };
    return { ...result, requestId, deliveryStatus };
  },
});

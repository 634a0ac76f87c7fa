import { makeCreateDestination } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import {
  CreateDestinationBody,
  DESTINATION_REFUSALS,
  DestinationDetailAnswer,
} from '../../wire/destination.js';
import { ScopeQuery } from '../../wire/fields.js';

export const createDestination = defineOperation({
  id: 'createDestination',
  method: 'post',
  path: '/v1/siem-webhooks',
  useCase: makeCreateDestination,
  summary: 'Creates a destination; real endpoints and tokens are named by write-only references',
  tag: 'siem_webhooks',
  permission: 'siem_webhook.manage',
  refuses: [
    'already_exists',
    {
      reasonCode: 'invalid_request',
      field: 'kind',
      when: 'It is `ssf_push`, and the service has no key to sign shared signals with (`GOVGATE_SSF_KEY_FILE`).',
    },
    ...DESTINATION_REFUSALS,
  ],
  scope: 'named',
  extension: true,
  audited: { eventType: 'siem_webhook.created', action: 'create' },
  params: v.object({}),
  query: ScopeQuery,
  body: CreateDestinationBody,
  response: DestinationDetailAnswer,
  status: 201,
  recordTag: (destination) => destination.tag,
  toInput: ({ scope, body }) => ({ scope, ...body }),
});

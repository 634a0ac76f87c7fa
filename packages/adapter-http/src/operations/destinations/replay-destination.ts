import { makeReplayDestination } from '@govgate/application';
import { parseInstant } from '@govgate/domain';
import { defineOperation } from '../../operation/define-operation.js';
import { DestinationParams } from '../../wire/destination.js';
import { REPLAY_REFUSALS, ReplayAnswer, ReplayBody } from '../../wire/export.js';
import { NoQuery } from '../../wire/fields.js';

const instant = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : parseInstant(text);

export const replayDestination = defineOperation({
  id: 'replayDestination',
  method: 'post',
  path: '/v1/siem-webhooks/:destination_id/replay',
  useCase: makeReplayDestination,
  summary: 'Replays a range of the trail, alongside continuous export',
  tag: 'siem_webhooks',
  permission: 'siem_webhook.manage',
  refuses: REPLAY_REFUSALS,
  scope: 'body',
  extension: true,
  audited: { eventType: 'siem_webhook.replay_requested', action: 'replay', idParam: 'destination_id' },
  params: DestinationParams,
  query: NoQuery,
  body: ReplayBody,
  response: ReplayAnswer,
  status: 201,
  toInput: ({ scope, params, body }) => ({
    scope,
    ...params,
    reasonCode: body.reasonCode,
    fromSequence: body.fromSequence,
    toSequence: body.toSequence,
    from: instant(body.from),
    to: instant(body.to),
  }),
});

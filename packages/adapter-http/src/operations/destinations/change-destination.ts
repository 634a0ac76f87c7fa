import { changesOfDestinations } from '@govgate/application';
import { destinationVerbs } from '@govgate/domain/internal';
import { defineOperation } from '../../operation/define-operation.js';
import { verbOperations } from '../../operation/verb-operations.js';
import {
  DestinationAnswer,
  DestinationDetailAnswer,
  DestinationParams,
  SwitchDestinationBody,
} from '../../wire/destination.js';
import { NoQuery } from '../../wire/fields.js';

// The contract has `disable` and its answer; the rest is ours.
const CONTRACT_VERB = 'disable';

export const changeDestination = verbOperations(
  {
    verbs: destinationVerbs,
    useCases: changesOfDestinations,
    noun: 'Destination',
    path: '/v1/siem-webhooks/:destination_id',
  },
  (verb, name) =>
    defineOperation({
      ...verb,
      tag: 'siem_webhooks',
      scope: 'body',
      extension: name !== CONTRACT_VERB,
      params: DestinationParams,
      query: NoQuery,
      body: SwitchDestinationBody,
      response: name === CONTRACT_VERB ? DestinationAnswer : DestinationDetailAnswer,
      recordTag: (destination) => destination.tag,
      toInput: ({ scope, params, body }) => ({ scope, ...params, reasonCode: body.reasonCode }),
    }),
);

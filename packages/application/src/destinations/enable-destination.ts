import { decideEnableDestination, newDestinationObservation } from '@govgate/domain';
import { siemDeliveryStatusKind } from '@govgate/ports';
import { type ChangeDeps, changeRecord } from '../call/change-record.js';
import type { UseCase } from '../call/context.js';
import {
  type DestinationView,
  destinationView,
  type ObservingDeps,
  observedView,
} from './destination-view.js';
import type { SwitchDestinationInput } from './disable-destination.js';
import { wantedDestination } from './load-destination.js';

/** Puts a destination back into use. Its row of failures starts anew, or it would be disabled again at the first one. */
export const makeEnableDestination =
  (deps: ChangeDeps & ObservingDeps): UseCase<SwitchDestinationInput, DestinationView> =>
  (context, input) => {
    let startsAnew = false;
    return changeRecord(deps, context, {
      ...wantedDestination(input, 'siem_webhook.manage'),
      eventType: 'siem_webhook.enabled',
      action: 'enable',
      reasonCode: input.reasonCode,
      decide: ({ stored }) => {
        startsAnew = !stored.record.enabled;
        return decideEnableDestination(stored.record, { now: deps.clock.now() });
      },
      beside: (destination) => [
        {
          kind: siemDeliveryStatusKind,
          record: newDestinationObservation(destination),
          expectedVersion: 'any',
        },
      ],
      answer: (stored) =>
        startsAnew
          ? destinationView(context, stored, newDestinationObservation(stored.record))
          : observedView(deps, context, stored),
    });
  };

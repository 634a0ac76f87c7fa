import { decideEnableDestination, newDestinationObservation } from '@govgate/domain';
import { destinationObservationKind } from '@govgate/ports';
import { type ChangeDeps, changeRecord, decidedWith } from '../call/change-record.js';
import type { UseCase } from '../call/context.js';
import {
  type DestinationView,
  destinationView,
  type ObservingDeps,
  observedView,
} from './destination-view.js';
import type { SwitchDestinationInput } from './disable-destination.js';
import { wantedDestination } from './load-destination.js';

/** Enables a destination. Its count of failures restarts, or the first failure would disable it again. */
export const makeEnableDestination =
  (deps: ChangeDeps & ObservingDeps): UseCase<SwitchDestinationInput, DestinationView> =>
  (context, input) =>
    changeRecord(deps, context, {
      ...wantedDestination(input, 'siem_webhook.manage'),
      eventType: 'siem_webhook.enabled',
      action: 'enable',
      reasonCode: input.reasonCode,
      decide: ({ stored }) =>
        decidedWith(decideEnableDestination(stored.record, { now: deps.clock.now() }), ({ record }) => {
          const observation = newDestinationObservation(record);
          return {
            additionalWrites: () => [
              { kind: destinationObservationKind, record: observation, expectedVersion: 'any' },
            ],
            answer: (after) =>
              stored.record.enabled
                ? observedView(deps, context, after)
                : destinationView(context, after, observation),
          };
        }),
    });

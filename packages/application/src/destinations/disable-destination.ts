import { decideDisableDestination } from '@govgate/domain';
import { type ChangeDeps, changeRecord, decidedWith } from '../call/change-record.js';
import type { UseCase } from '../call/context.js';
import { type DestinationView, type ObservingDeps, observedView } from './destination-view.js';
import { type DestinationRef, wantedDestination } from './load-destination.js';

export interface SwitchDestinationInput extends DestinationRef {
  readonly reasonCode: string;
}

/** Disables a destination; its audit-export history stays (docs/spec/destinations.md#disable-and-enable). */
export const makeDisableDestination =
  (deps: ChangeDeps & ObservingDeps): UseCase<SwitchDestinationInput, DestinationView> =>
  (context, input) =>
    changeRecord(deps, context, {
      ...wantedDestination(input, 'siem_webhook.disable'),
      eventType: 'siem_webhook.disabled',
      action: 'disable',
      reasonCode: input.reasonCode,
      decide: ({ stored }) => {
        const request = { reasonCode: input.reasonCode, now: deps.clock.now() };
        return decidedWith(decideDisableDestination(stored.record, request), () => ({
          answer: (after) => observedView(deps, context, after),
        }));
      },
    });

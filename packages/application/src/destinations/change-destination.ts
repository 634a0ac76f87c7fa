import type { Destination } from '@govgate/domain';
import { destinationVerbs, eachVerb, newDestinationObservation } from '@govgate/domain/internal';
import { destinationObservationKind, type Stored } from '@govgate/ports';
import { type ChangeDeps, changeRecord, decidedWith } from '../call/change-record.js';
import type { UseCase } from '../call/context.js';
import {
  type DestinationView,
  destinationView,
  type ObservingDeps,
  observedView,
} from './destination-view.js';
import { type DestinationRef, destinationAccess } from './load-destination.js';

export interface ChangeDestinationInput extends DestinationRef {
  readonly reasonCode: string;
}

/** The use cases of a destination's verbs. Enabling restarts its count of failures, or the first failure would disable it again. */
export const changesOfDestinations = eachVerb(
  destinationVerbs,
  ({ action, eventType, permission, decide }, name) =>
    (deps: ChangeDeps & ObservingDeps): UseCase<ChangeDestinationInput, DestinationView> =>
    (context, input) =>
      changeRecord(deps, context, {
        ...destinationAccess(input, permission),
        eventType,
        action,
        reasonCode: input.reasonCode,
        decide: ({ stored }) => {
          const request = { reasonCode: input.reasonCode, now: deps.clock.now() };
          return decidedWith(decide(stored.record, request), ({ kind, record }) => {
            const restarted =
              name === 'enable' && kind === 'moved' ? newDestinationObservation(record) : undefined;
            return {
              additionalWrites: () => (restarted === undefined ? [] : [written(restarted)]),
              answer: (after: Stored<Destination>) =>
                restarted === undefined
                  ? observedView(deps, context, after)
                  : destinationView(context, after, restarted),
            };
          });
        },
      }),
);

const written = (record: ReturnType<typeof newDestinationObservation>) =>
  ({ kind: destinationObservationKind, record, expectedVersion: 'any' }) as const;

import { ok } from '@govgate/domain';
import type { UseCase } from '../call/context.js';
import { loadRecord } from '../call/load-record.js';
import { type DestinationView, type ObservingDeps, observedView } from './destination-view.js';
import { type DestinationRef, destinationAccess } from './load-destination.js';

/** Reads a destination with the state of its deliveries. */
export const makeReadDestination =
  (deps: ObservingDeps): UseCase<DestinationRef, DestinationView> =>
  async (context, ref) => {
    const loaded = await loadRecord(deps.records, context, destinationAccess(ref, 'siem_webhook.read'));
    return loaded.ok ? ok(await observedView(deps, context, loaded.value.stored)) : loaded;
  };

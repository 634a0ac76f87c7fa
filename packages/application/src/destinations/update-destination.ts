import type { Destination, Instant, Result } from '@govgate/domain';
import {
  type Decided,
  decideUpdateDestination,
  destinationFields,
  exportSettingsOf,
} from '@govgate/domain/internal';
import { type ChangeDeps, changeRecord, decidedWith } from '../call/change-record.js';
import type { UseCase } from '../call/context.js';
import type { CreateDestinationInput } from './create-destination.js';
import { type DestinationView, type ObservingDeps, observedView } from './destination-view.js';
import { acceptExportSettings } from './export-settings-input.js';
import { destinationAccess } from './load-destination.js';
import { acceptReferences } from './reference-input.js';

export type UpdateDestinationInput = Omit<CreateDestinationInput, 'kind'>;

/** Changes a destination. Omitted fields keep their value, as nobody can resend what they cannot read. If-Match is required. */
export const makeUpdateDestination =
  (deps: ChangeDeps & ObservingDeps): UseCase<UpdateDestinationInput, DestinationView> =>
  (context, input) =>
    changeRecord(deps, context, {
      ...destinationAccess(input, 'siem_webhook.manage'),
      eventType: 'siem_webhook.updated',
      action: 'update',
      reasonCode: input.reasonCode,
      ifMatch: 'required',
      decide: ({ stored }) => {
        const before = exportSettingsOf(stored.record);
        const settings = acceptExportSettings(context, input.scope, {
          request: input.exportSettings,
          before,
        });
        if (!settings.ok) return settings;
        // Unrequested settings are not written, so that a record from before they existed stays unchanged.
        const request = input.exportSettings === undefined ? {} : { exportSettings: settings.value };
        return decidedWith(
          decide(stored.record, { input, now: deps.clock.now(), settings: request }),
          () => ({
            answer: (after) => observedView(deps, context, after),
          }),
        );
      },
    });

interface DestinationChange {
  readonly input: UpdateDestinationInput;
  readonly settings: Pick<Destination, 'exportSettings'>;
  readonly now: Instant;
}

const decide = (
  destination: Destination,
  { input, settings, now }: DestinationChange,
): Result<Decided<Destination>> => {
  const references = acceptReferences(input);
  if (!references.ok) return references;
  const { retentionPolicy: before } = destination;
  const request = input.retentionPolicy;
  const patch = {
    ...destinationFields.given(input),
    ...references.value,
    duplicatesExportJobs: input.auditExportLink?.duplicatesExportJobs ?? destination.duplicatesExportJobs,
    retentionPolicy: {
      metadataRetentionDays: request?.metadataRetentionDays ?? before.metadataRetentionDays,
      exportFormat: request?.exportFormat ?? before.exportFormat,
    },
    ...settings,
  };
  return decideUpdateDestination(destination, patch, { now });
};

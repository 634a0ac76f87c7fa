import { type Destination, ok, type Result, refuse, type Scope } from '@govgate/domain';
import {
  type DestinationKind,
  decideCreateDestination,
  destinationFields,
  type ExportFormat,
  type ExportSettings,
  type GivenFields,
  newDestinationObservation,
  RETENTION_DAYS,
} from '@govgate/domain/internal';
import { destinationKind } from '@govgate/ports';
import { mayCreate } from '../call/allowed.js';
import { auditEvent } from '../call/audit-event.js';
import type { ChangeDeps } from '../call/change-record.js';
import type { CallContext, UseCase } from '../call/context.js';
import { decideAndCommit } from '../call/decide-and-commit.js';
import type { Ports } from '../call/ports.js';
import { afterWrite } from '../call/record-tag.js';
import { type DestinationView, destinationView } from './destination-view.js';
import { acceptExportSettings, type ExportSettingsInput } from './export-settings-input.js';
import { acceptReferences, type ReferenceInput } from './reference-input.js';

export interface RetentionInput {
  readonly metadataRetentionDays?: number | undefined;
  readonly exportFormat?: ExportFormat | undefined;
}

export interface CreateDestinationInput
  extends ReferenceInput,
    GivenFields<Destination, typeof destinationFields.rows> {
  readonly scope: Scope;
  readonly destinationId: string;
  readonly kind: DestinationKind;
  readonly auditExportLink?: { readonly duplicatesExportJobs: boolean } | undefined;
  readonly retentionPolicy?: RetentionInput | undefined;
  readonly exportSettings?: ExportSettingsInput | undefined;
  readonly reasonCode?: string | undefined;
}

type CreateDeps = ChangeDeps & Pick<Ports, 'signalSigner'>;

/** Creates a destination, initially enabled. */
export const makeCreateDestination =
  (deps: CreateDeps): UseCase<CreateDestinationInput, DestinationView> =>
  (context, input) =>
    decideAndCommit(deps, context, {
      admit: () => admittedSettings(context, input),
      decide: async (settings) => {
        const { scope, destinationId } = input;
        const destination = newDestination(deps, input, settings);
        if (!destination.ok) return destination;
        if ((await deps.records.get(destinationKind, scope, destinationId)) !== undefined)
          return refuse('already_exists', 'destination_id');
        const record = destination.value;
        const event = auditEvent(deps, context, {
          eventType: 'siem_webhook.created',
          action: 'create',
          environmentId: scope.environmentId,
          resourceId: destinationId,
          reasonCode: input.reasonCode,
          changedFields: Object.keys(record).sort(),
        });
        return ok({
          commit: { changes: [{ kind: destinationKind, record, expectedVersion: null }], audit: [event] },
          output: destinationView(context, afterWrite(undefined, record), newDestinationObservation(record)),
        });
      },
    });

/** The settings, if the caller may create a destination there and export the events they select. */
const admittedSettings = (context: CallContext, input: CreateDestinationInput): Result<ExportSettings> => {
  const { scope, destinationId } = input;
  const created = { ...scope, resourceId: destinationId, ownerTeam: null };
  const allowed = mayCreate(context, 'siem_webhook.manage', created);
  return allowed.ok ? acceptExportSettings(context, scope, { request: input.exportSettings }) : allowed;
};

const newDestination = (
  { clock, signalSigner }: CreateDeps,
  input: CreateDestinationInput,
  exportSettings: ExportSettings,
): Result<Destination> => {
  if (input.kind === 'ssf_push' && signalSigner === undefined) return refuse('invalid_request', 'kind');
  const references = acceptReferences(input);
  if (!references.ok) return references;
  const draft = {
    ...destinationFields.plain({ ...input, ...input.scope, enabled: true }),
    endpointSecretRef: null,
    tokenSecretRef: null,
    signingKeyRef: null,
    ...references.value,
    duplicatesExportJobs: input.auditExportLink?.duplicatesExportJobs ?? false,
    retentionPolicy: {
      metadataRetentionDays: input.retentionPolicy?.metadataRetentionDays ?? RETENTION_DAYS.default,
      exportFormat: input.retentionPolicy?.exportFormat ?? 'ocsf_json',
    },
    exportSettings,
  };
  return decideCreateDestination(draft, { now: clock.now() });
};

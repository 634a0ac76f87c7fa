import type { Destination, DestinationObservation } from '@govgate/domain';
import {
  AUDIT_EXPORT_OPERATION,
  allowedActions,
  DESTINATION_REDACTION,
  type DeliveryStatus,
  destinationActions,
  destinationFields,
  destinationStatuses,
  type ExportSettings,
  exportSettingsOf,
  mayOn,
  newDestinationObservation,
  type PlainFields,
  type WireFormat,
  wireFormatOf,
} from '@govgate/domain/internal';
import type { Stored } from '@govgate/ports';
import type { CallContext } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { recordTag } from '../call/record-tag.js';
import { destinationObservations } from '../export/export-progress.js';
import { destinationTarget } from './load-destination.js';

/** What determines a destination's status. */
export type ObservingDeps = Pick<Ports, 'records' | 'auditTrail' | 'clock'>;

/** A delivery status as answered: without a last error if there was none. */
export type DeliveryStatusView = Omit<DeliveryStatus, 'lastError'> &
  Partial<{ readonly lastError: NonNullable<DeliveryStatus['lastError']> }>;

/** A destination as answered (docs/spec/destinations.md#record). It has no write-only references. */
export interface DestinationView
  extends PlainFields<Destination, typeof destinationFields.rows>,
    Pick<Destination, 'retentionPolicy'> {
  /** With the effective form, chosen or default. */
  readonly exportSettings: ExportSettings & { readonly format: WireFormat };
  readonly schemaVersion: '1.0';
  readonly siemDeliveryStatus: DeliveryStatusView;
  readonly webhookStatus: DeliveryStatusView;
  readonly auditExportStatus: DeliveryStatusView;
  readonly auditExportLink: {
    readonly adminApiOperation: typeof AUDIT_EXPORT_OPERATION;
    readonly duplicatesExportJobs: boolean;
  };
  readonly redaction: typeof DESTINATION_REDACTION;
  readonly permissions: { readonly allowedActions: readonly string[] };
  /** The record's part of the ETag. */
  readonly tag: string;
}

export const statusView = ({ lastError, ...status }: DeliveryStatus): DeliveryStatusView => ({
  ...status,
  ...(lastError === null ? {} : { lastError }),
});

export const destinationView = (
  { principal }: CallContext,
  stored: Stored<Destination>,
  observation: DestinationObservation,
): DestinationView => {
  const destination = stored.record;
  const statuses = destinationStatuses(destination, observation);
  const allowed = allowedActions(
    destinationActions,
    { state: destination.enabled ? 'enabled' : 'disabled', facts: {} },
    mayOn(principal, destinationTarget(destination)),
  );
  return {
    schemaVersion: '1.0',
    ...destinationFields.plain(destination),
    siemDeliveryStatus: statusView(statuses.siemDeliveryStatus),
    webhookStatus: statusView(statuses.webhookStatus),
    auditExportStatus: statusView(statuses.auditExportStatus),
    auditExportLink: {
      adminApiOperation: AUDIT_EXPORT_OPERATION,
      duplicatesExportJobs: destination.duplicatesExportJobs,
    },
    retentionPolicy: destination.retentionPolicy,
    exportSettings: { ...exportSettingsOf(destination), format: wireFormatOf(destination) },
    redaction: DESTINATION_REDACTION,
    permissions: { allowedActions: allowed },
    tag: recordTag(stored),
  };
};

/** A destination's answer with its observed deliveries. */
export const observedView = async (
  deps: ObservingDeps,
  context: CallContext,
  stored: Stored<Destination>,
): Promise<DestinationView> => destinationView(context, stored, await observationOf(deps, stored.record));

/** The observed deliveries of a destination; never checked if there are none. */
const observationOf = async (
  deps: ObservingDeps,
  destination: Destination,
): Promise<DestinationObservation> => {
  const { tenantId, environmentId, destinationId } = destination;
  const found = await destinationObservations(deps, { tenantId, environmentId }, [destination]);
  return found.get(destinationId) ?? newDestinationObservation(destination);
};

import type { DeliveryReason, Destination, DestinationObservation } from '@govgate/domain';
import {
  acceptSecretReference,
  type BundledFields,
  checkHandle,
  DEFAULT_EXPORT_SETTINGS,
  type DeliveryStatus,
  destinationClasses,
  destinationFields,
  destinationObservationClasses,
  type ExportSettings,
  exportSettingsFault,
  exportSettingsOf,
  isRetryable,
  newDestinationObservation,
  RETENTION_DAYS,
} from '@govgate/domain/internal';
import { destinationKind, destinationObservationKind } from '@govgate/ports';
import { eachShown, pairedById, type Shown, withoutNulls } from '../giving.js';
import type { Note } from '../problem.js';
import { defineSection, type TakeFacts } from '../section.js';

interface DeliveryStatusItem extends Pick<DeliveryStatus, 'status' | 'checkedAt' | 'reasonCode'> {
  readonly lastError?: { readonly reasonCode: DeliveryReason } | null;
}

type SecretField = 'endpointSecretRef' | 'tokenSecretRef' | 'signingKeyRef';

/** A destination in a bundle. References are write-only: accepted, never exported. */
export interface DestinationItem extends BundledFields<Destination, typeof destinationFields.rows> {
  readonly siemDeliveryStatus?: DeliveryStatusItem;
  readonly webhookStatus?: DeliveryStatusItem;
  readonly auditExportStatus?: DeliveryStatusItem;
  readonly auditExportLink?: { readonly duplicatesExportJobs?: boolean };
  readonly retentionPolicy?: Partial<Destination['retentionPolicy']>;
  readonly exportSettings?: Partial<ExportSettings>;
  readonly endpointSecretRef?: string | null;
  readonly tokenSecretRef?: string | null;
  readonly signingKeyRef?: string | null;
}

/** Destinations. The state of their deliveries is included as a fact. */
export const destinationsSection = defineSection<DestinationItem, Destination>({
  eventType: 'siem_webhook.imported',
  kind: destinationKind,
  keyOf: ({ tenantId, environmentId, destinationId }) => ({ tenantId, environmentId, id: destinationId }),
  take: (item, facts) => {
    const { before, now } = facts;
    checkHandles(item, facts.note);
    const record: Destination = {
      ...destinationFields.plain(item),
      endpointSecretRef: referenceOf(item, 'endpointSecretRef', facts),
      tokenSecretRef: referenceOf(item, 'tokenSecretRef', facts),
      signingKeyRef: referenceOf(item, 'signingKeyRef', facts),
      duplicatesExportJobs: item.auditExportLink?.duplicatesExportJobs ?? false,
      retentionPolicy: {
        metadataRetentionDays: item.retentionPolicy?.metadataRetentionDays ?? RETENTION_DAYS.default,
        exportFormat: item.retentionPolicy?.exportFormat ?? 'ocsf_json',
      },
      exportSettings: exportSettingsFrom(item, facts),
      disabledAt: item.enabled ? null : (before?.disabledAt ?? now),
      disableReasonCode: item.enabled ? null : (before?.disableReasonCode ?? 'imported'),
      createdAt: before?.createdAt ?? now,
      updatedAt: now,
    };
    const observation = observationOf(item);
    return {
      record,
      parts: [{ kind: destinationObservationKind, record: observation, expectedVersion: 'any' }],
    };
  },
  async *give(records) {
    const destinations = eachShown(records, destinationKind, destinationClasses);
    const observed = eachShown(records, destinationObservationKind, destinationObservationClasses);
    const pairs = pairedById(destinations, observed, (record) => record.destinationId);
    for await (const [destination, observation] of pairs)
      yield destinationItem(destination, observation ?? newDestinationObservation(destination));
  },
});

/** Omitted fields keep their value, or get a new destination's default. */
const exportSettingsFrom = (
  item: DestinationItem,
  { before, note }: TakeFacts<Destination>,
): ExportSettings => {
  const start = before === undefined ? DEFAULT_EXPORT_SETTINGS : exportSettingsOf(before);
  const settings = { ...start, ...item.exportSettings };
  const fault = exportSettingsFault(item.kind, settings);
  if (fault !== undefined) note('invalid_value', `exportSettings.${fault}`);
  return settings;
};

const checkHandles = (item: DestinationItem, note: Note): void => {
  for (const [field, kind] of [
    ['destinationRef', 'dst'],
    ['endpointRef', 'ep'],
  ] as const) {
    const checked = checkHandle(item[field], kind, field);
    if (checked.ok) continue;
    const raw = checked.refusal.reasonCode === 'raw_endpoint_material_rejected';
    note(raw ? 'raw_endpoint_material_rejected' : 'invalid_value', field);
  }
};

/** A reference from the bundle; an omitted one keeps its value, as exports never carry any. */
const referenceOf = (
  item: DestinationItem,
  field: SecretField,
  { before, note }: TakeFacts<Destination>,
): string | null => {
  const text = item[field];
  if (text === undefined) return before?.[field] ?? null;
  if (text === null) return null;
  const accepted = acceptSecretReference(text, field);
  if (accepted.ok) return accepted.value.reveal();
  note('invalid_value', field);
  return null;
};

const FAILURES = { degraded: 1, failing: 10 } as const;

// Bundles do not carry the count of failures, so it restarts from the fewest the status implies.
const observationOf = (item: DestinationItem): DestinationObservation => {
  const never = newDestinationObservation(item);
  const given = item.kind === 'webhook' ? item.webhookStatus : item.siemDeliveryStatus;
  const delivery = given === undefined ? never.delivery : statusOf(given);
  const { status, checkedAt } = delivery;
  const fails = status === 'degraded' || status === 'failing';
  return {
    ...never,
    delivery,
    auditExport: item.auditExportStatus === undefined ? never.auditExport : statusOf(item.auditExportStatus),
    failuresInARow: fails ? FAILURES[status] : 0,
    failingSince: fails && checkedAt !== '' ? checkedAt : null,
  };
};

const statusOf = ({ status, checkedAt, reasonCode, lastError }: DeliveryStatusItem): DeliveryStatus => ({
  status,
  checkedAt,
  reasonCode,
  lastError: lastError
    ? { reasonCode: lastError.reasonCode, retryable: isRetryable(lastError.reasonCode) }
    : null,
});

const destinationItem = (
  destination: Shown<Destination, typeof destinationClasses>,
  observation: Shown<DestinationObservation, typeof destinationObservationClasses>,
): DestinationItem => {
  const delivery = withoutNulls(observation.delivery, 'lastError');
  return {
    ...destinationFields.plain(destination),
    ...(destination.kind === 'webhook' ? { webhookStatus: delivery } : { siemDeliveryStatus: delivery }),
    auditExportStatus: withoutNulls(observation.auditExport, 'lastError'),
    auditExportLink: { duplicatesExportJobs: destination.duplicatesExportJobs },
    retentionPolicy: destination.retentionPolicy,
    exportSettings: exportSettingsOf(destination),
  };
};

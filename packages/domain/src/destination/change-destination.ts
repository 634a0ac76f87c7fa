import { type Decided, moved, noChange } from '../decided.js';
import type { PatchedFields } from '../fields/field-table.js';
import type { Instant } from '../instant.js';
import { ok, type Refused, type Result, refuse } from '../result.js';
import type { destinationFields } from './destination.classes.js';
import { type Destination, type DestinationKind, RETENTION_DAYS } from './destination.js';
import { type ExportSettings, exportSettingsFault } from './export-settings.js';
import { checkHandle } from './handle.js';

/** The input that creates a destination. References must have passed `acceptSecretReference`. */
export type DestinationDraft = Omit<
  Destination,
  'enabled' | 'disabledAt' | 'disableReasonCode' | 'createdAt' | 'updatedAt'
>;

/** The input that changes a destination. Absent fields are unchanged; null removes a reference. */
export type DestinationPatch = Partial<
  Pick<
    Destination,
    | 'endpointSecretRef'
    | 'tokenSecretRef'
    | 'signingKeyRef'
    | 'duplicatesExportJobs'
    | 'retentionPolicy'
    | 'exportSettings'
  >
> &
  PatchedFields<Destination, (typeof destinationFields)['rows']>;

/** Creates a destination, initially enabled. */
export const decideCreateDestination = (
  draft: DestinationDraft,
  request: { readonly now: Instant },
): Result<Destination> => {
  const refusal = fieldRefusal(draft.kind, draft);
  if (refusal !== undefined) return refusal;
  return ok({
    ...draft,
    enabled: true,
    disabledAt: null,
    disableReasonCode: null,
    createdAt: request.now,
    updatedAt: request.now,
  });
};

/** Changes a destination; values equal to the current ones are no change. */
export const decideUpdateDestination = (
  destination: Destination,
  patch: DestinationPatch,
  request: { readonly now: Instant },
): Result<Decided<Destination>> => {
  const refusal = fieldRefusal(destination.kind, patch);
  if (refusal !== undefined) return refusal;
  const decided = moved(destination, { ...destination, ...patch, updatedAt: request.now });
  const same = decided.kind === 'moved' && decided.changedFields.length === 0;
  return ok(same ? noChange(destination) : decided);
};

/** The settings by the callers' field names. */
const SETTING_FIELDS: Readonly<Record<keyof ExportSettings, string>> = {
  format: 'format',
  eventTypes: 'event_types',
  minimumOutcome: 'minimum_outcome',
  environmentIds: 'environment_ids',
  tenantEvents: 'tenant_events',
  index: 'index',
  channel: 'channel',
  appName: 'app_name',
  service: 'service',
  tags: 'tags',
  eventsPerRequest: 'events_per_request',
};

/** Disables a destination; its audit-export history stays. Idempotent. */
export const decideDisableDestination = (
  destination: Destination,
  request: { readonly reasonCode: string; readonly now: Instant },
): Result<Decided<Destination>> => {
  if (!destination.enabled) return ok(noChange(destination));
  return ok(
    moved(destination, {
      ...destination,
      enabled: false,
      disabledAt: request.now,
      disableReasonCode: request.reasonCode,
      updatedAt: request.now,
    }),
  );
};

/** Enables a destination. Its count of failures restarts: see `newDestinationObservation`. */
export const decideEnableDestination = (
  destination: Destination,
  request: { readonly now: Instant },
): Result<Decided<Destination>> => {
  if (destination.enabled) return ok(noChange(destination));
  return ok(
    moved(destination, {
      ...destination,
      enabled: true,
      disabledAt: null,
      disableReasonCode: null,
      updatedAt: request.now,
    }),
  );
};

/** Whether a delivery check may start: not on a disabled destination. */
export const checkDeliverable = (destination: Pick<Destination, 'enabled'>): Result<true> =>
  destination.enabled ? ok(true) : refuse('destination_disabled');

/** How long a destination may fail before it is disabled, in hours. */
export const DISABLE_AFTER_HOURS = 120;

/** Delays between attempts of one delivery, in seconds. */
export const DELIVERY_RETRY_SECONDS = [5, 300, 1800, 7200, 18000, 36000, 36000] as const;

const fieldRefusal = (kind: DestinationKind, fields: DestinationPatch): Refused | undefined => {
  const { destinationRef, endpointRef, retentionPolicy, exportSettings } = fields;
  const fault = exportSettings === undefined ? undefined : exportSettingsFault(kind, exportSettings);
  const checks = [
    destinationRef === undefined ? ok('') : checkHandle(destinationRef, 'dst', 'destination_ref'),
    endpointRef === undefined ? ok('') : checkHandle(endpointRef, 'ep', 'endpoint_ref'),
    retentionPolicy === undefined || isRetention(retentionPolicy.metadataRetentionDays)
      ? ok('')
      : refuse('invalid_request', 'retention_policy.metadata_retention_days'),
    fault === undefined ? ok('') : refuse('invalid_request', `export_settings.${SETTING_FIELDS[fault]}`),
  ];
  return checks.find((check) => !check.ok);
};

const isRetention = (days: number): boolean =>
  Number.isInteger(days) && days >= RETENTION_DAYS.min && days <= RETENTION_DAYS.max;

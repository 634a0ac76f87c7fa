import type { DestinationDetail, ExportSettings, ExportSettingsInput } from '@govgate/client';
import type { Change } from '../../parts/change-buttons.js';
import type { Field, Values } from '../../parts/fields.js';
import { choiceField, idsField, idsIn, oneOf } from '../../parts/make-fields.js';
import { texts } from '../../texts.js';

const t = texts.destinations;

const OUTCOMES = ['success', 'failure', 'denied'] as const;

// The forms a kind's protocol can carry; the API refuses others by name.
const ALL = ['json', 'ocsf_json', 'ecs', 'cef'] as const;
const FORMATS: Readonly<Record<DestinationDetail['kind'], readonly ExportSettings['format'][]>> = {
  webhook: ALL,
  splunk_hec: ALL,
  otlp_http: ALL,
  datadog: ALL,
  elasticsearch: ['ecs', 'ocsf_json', 'json'],
  syslog: ['cef', 'json', 'ocsf_json'],
  ssf_push: ['json'],
};

/** Which events a destination receives, in which form, and how long records about them are kept. */
export const changeExportSettings: Change<DestinationDetail> = {
  action: 'update',
  label: t.exportSettings,
  says: t.exportSettingsSays,
  fields: (one) => [...fieldsOfAll(one), ...fieldsOfKind(one)],
  send: ({ client, record, values, options }) =>
    client.updateDestination(
      {
        destination_id: record.destination_id,
        body: {
          destination_ref: record.destination_ref,
          endpoint_ref: record.endpoint_ref,
          retention_policy: { metadata_retention_days: Number(values.retention_days) },
          export_settings: settingsOf(record, values),
        },
      },
      options as typeof options & { ifMatch: object },
    ),
};

const fieldsOfAll = ({ kind, export_settings: now, retention_policy }: DestinationDetail): Field[] => [
  choiceField('format', t.format, { values: FORMATS[kind], initial: now.format }),
  {
    ...choiceField('minimum_outcome', t.outcomes, { values: OUTCOMES, initial: now.minimum_outcome }),
    hint: t.outcomesHint,
  },
  {
    ...idsField('event_types', t.eventTypes, { initial: now.event_types ?? [] }),
    maxLength: 8192,
    hint: t.eventTypesHint,
  },
  idsField('environment_ids', t.environments, { initial: now.environment_ids }),
  { name: 'tenant_events', label: t.tenantEvents, kind: 'check', initial: now.tenant_events ? 'yes' : '' },
  number('retention_days', t.retentionDays, retention_policy.metadata_retention_days),
];

const fieldsOfKind = ({ kind, export_settings: now }: DestinationDetail): Field[] => {
  const text = (name: string, label: string, initial: string | null): Field[] => [
    { name, label, kind: 'text', initial: initial ?? '', maxLength: 100 },
  ];
  if (kind === 'webhook') return [number('events_per_request', t.perRequest, now.events_per_request)];
  if (kind === 'elasticsearch') return text('index', t.index, now.index);
  if (kind === 'splunk_hec') return text('channel', t.channel, now.channel);
  if (kind === 'syslog') return text('app_name', t.appName, now.app_name);
  if (kind === 'datadog')
    return [...text('service', t.service, now.service), idsField('tags', t.tags, { initial: now.tags })];
  return [];
};

const number = (name: string, label: string, now: number): Field => ({
  name,
  label,
  kind: 'text',
  isRequired: true,
  initial: String(now),
  pattern: '[0-9]{1,4}',
});

const settingsOf = (
  { kind, export_settings: now }: DestinationDetail,
  values: Values,
): ExportSettingsInput => {
  const orNull = (text = ''): string | null => text.trim() || null;
  const format = oneOf(FORMATS[kind], values.format);
  const types = idsIn(values.event_types) as NonNullable<ExportSettings['event_types']>;
  return {
    // An unset form stays the kind's default.
    ...(format === now.format ? {} : { format }),
    minimum_outcome: oneOf(OUTCOMES, values.minimum_outcome),
    event_types: types.length === 0 ? null : types,
    environment_ids: idsIn(values.environment_ids),
    tenant_events: values.tenant_events === 'yes',
    ...(kind === 'webhook' ? { events_per_request: Number(values.events_per_request) } : {}),
    ...(kind === 'elasticsearch' ? { index: orNull(values.index) } : {}),
    ...(kind === 'splunk_hec' ? { channel: orNull(values.channel) } : {}),
    ...(kind === 'syslog' ? { app_name: orNull(values.app_name) } : {}),
    ...(kind === 'datadog' ? { service: orNull(values.service), tags: idsIn(values.tags) } : {}),
  };
};

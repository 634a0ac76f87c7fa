import type { DestinationDetail } from '@govgate/client';
import type { Change } from '../../parts/change-buttons.js';
import { unchecked } from '../../parts/list-page.js';
import { makes } from '../../parts/make-fields.js';
import { pageOf } from '../../parts/page-of.js';
import { reasonFields } from '../../parts/reason-fields.js';
import { Badge, Code, Moment } from '../../parts/text.js';
import { texts } from '../../texts.js';
import { listAndRecord } from '../list-and-record.js';
import { Delivery } from './delivery.js';
import { createDestination, KINDS, updateDestination } from './destination-forms.js';
import { changeExportSettings } from './export-settings-form.js';
import { ReasonWords } from './reason-words.js';

const t = texts.destinations;

const codeOnly = () => reasonFields(['maintenance', 'incident_response', 'requested']).slice(0, 1);

type DeliveryStatus = DestinationDetail['siem_delivery_status'];

/** The answer nests a webhook under a member of its own. */
const deliveryOf = (one: DestinationDetail): DeliveryStatus =>
  one.kind === 'webhook' ? one.webhook_status : one.siem_delivery_status;

const LastError = ({ of }: { readonly of: DeliveryStatus['last_error'] }) => (
  <>
    <ReasonWords of={of?.reason_code} />
    {of?.retryable !== undefined && ` ${of.retryable ? t.canRetry : t.cannotRetry}`}
  </>
);

const changes: readonly Change<DestinationDetail>[] = [
  updateDestination,
  changeExportSettings,
  {
    action: 'test',
    label: t.test,
    says: t.testSays,
    fields: codeOnly,
    send: ({ client, record, values: { reason_code }, options }) =>
      client.testDestination(scoped(record, reason_code), options),
  },
  {
    action: 'replay',
    label: t.replay,
    says: t.replaySays,
    fields: () => [sequence('from', t.from), sequence('to', t.to), ...codeOnly()],
    send: ({ client, record, values: { reason_code, from, to }, options }) => {
      const { destination_id, body } = scoped(record, reason_code);
      const range = { from_sequence: Number(from), to_sequence: Number(to) };
      return client.replayDestination({ destination_id, body: { ...body, ...range } }, options);
    },
  },
  {
    action: 'enable',
    label: texts.enable,
    says: t.enableSays,
    fields: codeOnly,
    send: ({ client, record, values: { reason_code }, options }) =>
      client.enableDestination(scoped(record, reason_code), options),
  },
  {
    action: 'disable',
    label: texts.disable,
    says: t.disableSays,
    isGrave: true,
    fields: codeOnly,
    send: ({ client, record, values: { reason_code }, options }) =>
      client.disableDestination(scoped(record, reason_code), options),
  },
];

/** Where the trail is sent, how far, and what was rejected there. */
export const destinations = listAndRecord<DestinationDetail, DestinationDetail>({
  list: {
    title: t.title,
    path: 'destinations',
    filters: [
      {
        name: 'kind',
        label: t.kind,
        values: KINDS,
      },
      { name: 'enabled', label: t.enabled, values: ['true', 'false'] },
    ],
    columns: [
      { head: t.destination, cell: (one) => <Code of={one.destination_id} /> },
      { head: t.kind, cell: (one) => <Code of={one.kind} /> },
      { head: t.delivery, cell: (one) => <Badge of={deliveryOf(one).status} /> },
      { head: t.export, cell: (one) => <Badge of={one.audit_export_status.status} /> },
      { head: t.enabled, cell: (one) => <Badge of={one.enabled ? 'enabled' : 'disabled'} /> },
      { head: t.checked, cell: (one) => <Moment of={deliveryOf(one).checked_at} /> },
    ],
    idOf: (one) => one.destination_id,
    ask: async (client, query, options) => pageOf(await client.listDestinations(unchecked(query), options)),
    whenEmpty: t.whenEmpty,
    creates: (api) => makes(api, 'siem_webhook.manage', createDestination, { forTeams: false }),
    everyMs: 15_000,
  },
  record: {
    read: (client, id, options) => client.readDestination({ destination_id: id }, options),
    titleOf: (one) => one.destination_id,
    facts: (one) => [
      [t.kind, <Code of={one.kind} />],
      [t.enabled, <Badge of={one.enabled ? 'enabled' : 'disabled'} />],
      [t.delivery, <Badge of={deliveryOf(one).status} />],
      [t.checked, <Moment of={deliveryOf(one).checked_at} />],
      [t.lastError, <LastError of={deliveryOf(one).last_error} />],
      [t.export, <Badge of={one.audit_export_status.status} />],
      [t.format, <Code of={one.export_settings.format} />],
      [t.retentionDays, String(one.retention_policy.metadata_retention_days)],
      [t.reference, <Code of={one.destination_ref} />],
    ],
    actionsOf: (one) => one.permissions.allowed_actions,
    changes: () => changes,
    Below: Delivery,
    everyMs: 15_000,
  },
});

/** Changes of a destination that require only its name and a reason code. */
const scoped = (one: DestinationDetail, reason_code = '') => ({
  destination_id: one.destination_id,
  body: { tenant_id: one.tenant_id, environment_id: one.environment_id, reason_code },
});

const sequence = (name: string, label: string) => ({
  name,
  label,
  kind: 'text' as const,
  isRequired: true,
  pattern: '[0-9]{1,15}',
});

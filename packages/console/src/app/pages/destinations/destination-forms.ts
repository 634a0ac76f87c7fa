import type { DestinationDetail } from '@govgate/client';
import type { Change } from '../../parts/change-buttons.js';
import type { Field, Values } from '../../parts/fields.js';
import { choiceField, idField, oneOf, said } from '../../parts/make-fields.js';
import { texts } from '../../texts.js';

const t = texts.destinations;

export const KINDS = [
  'webhook',
  'splunk_hec',
  'syslog',
  'elasticsearch',
  'datadog',
  'otlp_http',
  'ssf_push',
] as const;

/** Creates a destination, to which the export starts at once. */
export const createDestination: Change<undefined> = {
  action: 'create',
  label: t.create,
  says: t.createSays,
  fields: () => [
    idField('destination_id', t.destination),
    choiceField('kind', t.kind, { values: KINDS }),
    ...fieldsOf(),
  ],
  send: ({ client, values, options }) =>
    client.createDestination(
      {
        body: {
          destination_id: values.destination_id ?? '',
          kind: oneOf(KINDS, values.kind),
          ...bodyOf(values),
        },
      },
      options,
    ),
};

/** Changes where a destination is; secrets left empty are unchanged. */
export const updateDestination: Change<DestinationDetail> = {
  action: 'update',
  label: texts.edit,
  says: t.editSays,
  fields: fieldsOf,
  send: ({ client, record: { destination_id }, values, options }) =>
    client.updateDestination(
      { destination_id, body: bodyOf(values) },
      options as typeof options & { ifMatch: object },
    ),
};

function fieldsOf(one?: DestinationDetail): Field[] {
  const secret = (name: string, label: string): Field => ({
    name,
    label,
    kind: 'text',
    hint: t.secretHint,
    pattern: 'env:[A-Za-z_][A-Za-z0-9_]*|file:[^\\/].*',
    maxLength: 1100,
  });
  return [
    {
      ...idField('destination_ref', t.reference),
      initial: one?.destination_ref ?? '',
      hint: t.referenceHint,
    },
    { ...idField('endpoint_ref', t.endpoint), initial: one?.endpoint_ref ?? '', hint: t.endpointHint },
    secret('endpoint_secret_ref', t.endpointSecret),
    secret('token_secret_ref', t.tokenSecret),
    secret('signing_key_ref', t.signingKey),
  ];
}

const bodyOf = (values: Values) => ({
  destination_ref: values.destination_ref ?? '',
  endpoint_ref: values.endpoint_ref ?? '',
  ...said('endpoint_secret_ref', values.endpoint_secret_ref),
  ...said('token_secret_ref', values.token_secret_ref),
  ...said('signing_key_ref', values.signing_key_ref),
});

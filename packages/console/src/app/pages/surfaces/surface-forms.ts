import type { ClientSurface } from '@govgate/client';
import type { Change } from '../../parts/change-buttons.js';
import type { Field, Values } from '../../parts/fields.js';
import {
  camelOwner,
  choiceField,
  idField,
  idsField,
  idsIn,
  oneOf,
  ownerFields,
  teamField,
} from '../../parts/make-fields.js';
import type { Api } from '../../state/api.js';
import { texts } from '../../texts.js';

const t = texts.surfaces;

export const CLIENT_TYPES = [
  'ide',
  'desktop_app',
  'cli',
  'web_app',
  'agent_runtime',
  'service',
  'ci_pipeline',
] as const;
const AUTH_TYPES = [
  'oauth2_pkce',
  'oauth2_client_credentials',
  'oidc',
  'mtls',
  'api_key',
  'workload_identity',
] as const;
const SEEN_BY = ['private', 'team', 'tenant'] as const;
const FORMATS = ['mcp_json', 'toml', 'yaml', 'env', 'shell'] as const;

/** Creates a client surface as a draft, until it is approved. */
export const createSurface = (api: Api): Change<undefined> => ({
  action: 'create',
  label: t.create,
  says: t.createSays,
  fields: () => [idField('client_surface_id', t.surface), ...fieldsOf(api)],
  send: ({ client, values, options }) =>
    client.createClientSurface(
      { body: { clientSurfaceId: values.client_surface_id ?? '', ...bodyOf(values) } },
      options,
    ),
});

/** Changes a surface. */
export const updateSurface = (api: Api): Change<ClientSurface> => ({
  action: 'update',
  label: texts.edit,
  says: t.editSays,
  fields: (one) => fieldsOf(api, one),
  send: ({ client, record, values, options }) =>
    client.updateClientSurface(
      { client_surface_id: record.clientSurfaceId, body: bodyOf(values) },
      options as typeof options & { ifMatch: object },
    ),
});

const fieldsOf = (api: Api, one?: ClientSurface): Field[] => [
  { ...idField('display_name', t.name), initial: one?.displayName ?? '' },
  one === undefined
    ? teamField(api, 'client_surface.manage')
    : { ...teamField(api, 'client_surface.manage'), initial: one.owner.team },
  ...ownerFields(api, one?.owner),
  idsField('environments', t.environments, { initial: one?.allowedEnvironmentIds ?? [api.environment] }),
  choiceField('client_type', t.type, { values: CLIENT_TYPES, initial: one?.clientType }),
  choiceField('auth_type', t.auth, { values: AUTH_TYPES, initial: one?.authType }),
  choiceField('discoverability', t.seenBy, { values: SEEN_BY, initial: one?.discoverability }),
  choiceField('format', t.format, { values: FORMATS, initial: one?.configSnippet.format }),
];

const bodyOf = (values: Values) => ({
  displayName: values.display_name ?? '',
  owner: camelOwner(values),
  allowedEnvironmentIds: idsIn(values.environments),
  authType: oneOf(AUTH_TYPES, values.auth_type),
  clientType: oneOf(CLIENT_TYPES, values.client_type),
  discoverability: oneOf(SEEN_BY, values.discoverability),
  configSnippet: { format: oneOf(FORMATS, values.format) },
});

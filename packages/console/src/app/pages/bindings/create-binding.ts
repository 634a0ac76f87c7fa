import type { Change } from '../../parts/change-buttons.js';
import {
  CREDENTIAL_MODES,
  camelOwner,
  choiceField,
  idField,
  idsField,
  idsIn,
  oneOf,
  ownerFields,
  said,
  teamField,
} from '../../parts/make-fields.js';
import type { Api } from '../../state/api.js';
import { texts } from '../../texts.js';

const t = texts.bindings;
const SOURCES = ['mcp_server', 'api_source'] as const;
const STORES = [
  'hashicorp_vault',
  'openbao',
  'aws_secrets_manager',
  'azure_key_vault',
  'gcp_secret_manager',
  'kubernetes_secret',
  'external_broker',
] as const;

/** Creates a credential binding: where a secret is kept, never the secret. It is a draft until submitted. */
export const createBinding = (api: Api): Change<undefined> => ({
  action: 'create',
  label: t.create,
  says: t.createSays,
  fields: () => [
    idField('credential_binding_id', t.binding),
    teamField(api, 'credential_binding.create'),
    ...ownerFields(api),
    idsField('environments', t.environments, { initial: [api.environment] }),
    choiceField('source_type', t.sourceType, { values: SOURCES }),
    idField('source_id', t.source, 'source'),
    choiceField('secret_store', t.store, { values: STORES }),
    { ...idField('secret_ref', t.secretRef), maxLength: 512, isRequired: false },
    choiceField('credential_mode', t.mode, { values: CREDENTIAL_MODES, initial: 'shared_service' }),
    { ...idsField('tools', t.tools, { pick: 'tool' }), isRequired: true },
    { ...idField('version_ref', t.rotation), initial: 'v1' },
  ],
  send: ({ client, values, options }) => {
    const sourceType = oneOf(SOURCES, values.source_type);
    const sourceId = values.source_id ?? '';
    const credentialMode = oneOf(CREDENTIAL_MODES, values.credential_mode);
    const body = {
      credentialBindingId: values.credential_binding_id ?? '',
      owner: camelOwner(values),
      allowedEnvironmentIds: idsIn(values.environments),
      source: { sourceType, sourceId },
      secretStoreType: oneOf(STORES, values.secret_store),
      ...said('secretRef', values.secret_ref),
      credentialMode,
      allowedTargets: idsIn(values.tools).map((toolId) => ({
        ...(sourceType === 'mcp_server'
          ? { targetType: 'mcp_tool' as const, serverId: sourceId }
          : { targetType: 'api_operation' as const, apiSourceId: sourceId, operationId: toolId }),
        toolId,
        credentialMode,
        policyRefs: [],
      })),
      rotation: { versionRef: values.version_ref ?? '' },
    };
    return client.createCredentialBinding({ body }, options);
  },
});

import type { Change } from '../../parts/change-buttons.js';
import { CREDENTIAL_MODES, choiceField, oneOf, ownerFields, teamField } from '../../parts/make-fields.js';
import type { Api } from '../../state/api.js';
import { texts } from '../../texts.js';

const t = texts.servers;

/** Registers a server whose tools are read live. The result is pending review. */
export const registerFromLive = (api: Api): Change<undefined> => ({
  action: 'create',
  label: t.register,
  says: t.registerSays,
  fields: () => [
    { name: 'server_id', label: t.server, kind: 'text', isRequired: true },
    { name: 'name', label: t.name, kind: 'text', isRequired: true },
    { name: 'version', label: t.version, kind: 'text', isRequired: true },
    { name: 'endpoint', label: t.endpoint, kind: 'text', isRequired: true, maxLength: 512 },
    { name: 'docs_url', label: t.docs, kind: 'text', isRequired: true, maxLength: 512 },
    teamField(api, 'mcp_server.register'),
    ...ownerFields(api),
    choiceField('credential_mode', t.mode, { values: CREDENTIAL_MODES }),
  ],
  send: ({ client, values, options }) => {
    const {
      server_id = '',
      name = '',
      version = '',
      endpoint = '',
      docs_url = '',
      credential_mode,
      team = '',
      user_id = '',
      escalation_contact = '',
      oncall_rotation = '',
    } = values;
    const mode = oneOf(CREDENTIAL_MODES, credential_mode);
    const owner = { team, user_id, escalation_contact, oncall_rotation };
    const manifest = { name, version, endpoint, docs_url, owner, credential_mode: mode };
    return client.registerMcpServer({ body: { server_id, from_live: true, manifest } }, options);
  },
});

import { type RegisterMcpServer, toolsFromList } from '@govgate/client';
import type { Change } from '../../parts/change-buttons.js';
import { CREDENTIAL_MODES, choiceField, oneOf, ownerFields, teamField } from '../../parts/make-fields.js';
import type { Api } from '../../state/api.js';
import { texts } from '../../texts.js';

const t = texts.servers;

type Manifest = RegisterMcpServer['manifest'];

/** Registers a server as its publisher describes it. The result is pending review. */
export const registerFromServerJson = (api: Api): Change<undefined> => ({
  action: 'create',
  label: t.registerFromFile,
  says: t.registerFromFileSays,
  fields: () => [
    { name: 'server_id', label: t.server, kind: 'text', isRequired: true },
    {
      name: 'server_json',
      label: t.serverJson,
      kind: 'code',
      isRequired: true,
      maxLength: 65_536,
      accepts: '.json',
    },
    {
      name: 'tools',
      label: t.toolsList,
      kind: 'code',
      maxLength: 1_048_576,
      accepts: '.json',
      hint: t.toolsListHint,
    },
    teamField(api, 'mcp_server.register'),
    ...ownerFields(api),
    choiceField('credential_mode', t.mode, { values: CREDENTIAL_MODES }),
  ],
  send: ({ client, values, options }) => {
    const { server_id = '', server_json = '', tools = '', credential_mode } = values;
    const { team = '', user_id = '', escalation_contact = '', oncall_rotation = '' } = values;
    const isRead = tools.trim() === '';
    const manifest: Manifest = {
      server_json: jsonOrText(server_json) as NonNullable<Manifest['server_json']>,
      ...(isRead ? {} : { tools: toolsFromList(jsonOrText(tools)) }),
      owner: { team, user_id, escalation_contact, oncall_rotation },
      credential_mode: oneOf(CREDENTIAL_MODES, credential_mode),
    };
    return client.registerMcpServer({ body: { server_id, from_live: isRead, manifest } }, options);
  },
});

// What is no JSON goes as it is: the service says that it is no object, as of anything else that is wrong.
const jsonOrText = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

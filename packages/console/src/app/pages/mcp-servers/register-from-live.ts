import type { Change } from '../../parts/change-buttons.js';
import { texts } from '../../texts.js';

const t = texts.servers;
const MODES = [
  'none',
  'shared_service',
  'per_user_delegated',
  'per_agent',
  'passthrough',
  'workload_identity',
] as const;

/** Registers a server whose tools are read from itself. What was read waits for a review. */
export const registerFromLive: Change<undefined> = {
  action: 'create',
  label: t.register,
  says: t.registerSays,
  fields: () => [
    { name: 'server_id', label: t.server, kind: 'text', isRequired: true },
    { name: 'name', label: t.name, kind: 'text', isRequired: true },
    { name: 'version', label: t.version, kind: 'text', isRequired: true },
    { name: 'endpoint', label: t.endpoint, kind: 'text', isRequired: true, maxLength: 512 },
    { name: 'docs_url', label: t.docs, kind: 'text', isRequired: true, maxLength: 512 },
    { name: 'team', label: t.team, kind: 'text', isRequired: true },
    { name: 'user_id', label: t.owner, kind: 'text', isRequired: true },
    { name: 'escalation_contact', label: t.escalation, kind: 'text', isRequired: true },
    { name: 'oncall_rotation', label: t.oncall, kind: 'text', isRequired: true },
    {
      name: 'credential_mode',
      label: t.mode,
      kind: 'choice',
      values: MODES,
      initial: 'none',
      isRequired: true,
    },
  ],
  send: (client, _, values, options) => {
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
    const mode = MODES.find((one) => one === credential_mode) ?? 'none';
    const owner = { team, user_id, escalation_contact, oncall_rotation };
    const manifest = { name, version, endpoint, docs_url, owner, credential_mode: mode };
    return client.registerMcpServer({ body: { server_id, from_live: true, manifest } }, options);
  },
};

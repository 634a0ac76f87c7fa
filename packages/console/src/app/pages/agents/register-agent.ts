import type { Change } from '../../parts/change-buttons.js';
import {
  CREDENTIAL_MODES,
  choiceField,
  idField,
  idsField,
  idsIn,
  oneOf,
  said,
  teamField,
} from '../../parts/make-fields.js';
import type { Api } from '../../state/api.js';
import { texts } from '../../texts.js';

const t = texts.agents;
const DELEGATIONS = ['none', 'on_behalf_of', 'autonomous'] as const;

/** Registers an agent as a draft, to be reviewed by somebody else. */
export const registerAgent = (api: Api): Change<undefined> => ({
  action: 'create',
  label: t.register,
  says: t.registerSays,
  fields: () => [
    idField('agent_id', t.agent),
    idField('name', t.name),
    { name: 'purpose', label: t.purpose, kind: 'long' },
    teamField(api, 'agent.register'),
    { name: 'escalation_contact', label: t.escalation, kind: 'text', isRequired: true },
    idsField('allowed_surfaces', t.surfaces, { pick: 'client_surface' }),
    idsField('allowed_environments', t.environments, { initial: [api.environment] }),
    choiceField('delegation_mode', t.delegation, { values: DELEGATIONS }),
    choiceField('credential_mode', t.credentials, { values: CREDENTIAL_MODES }),
    { name: 'required', label: t.instancesRequired, kind: 'check' },
    idsField('allowed_instance_ids', t.instances),
    idsField('allowed_instance_id_prefixes', t.instancePrefixes),
  ],
  send: ({ client, values, options }) => {
    const { agent_id = '', name = '', team = '', escalation_contact = '' } = values;
    const body = {
      agent_id,
      name,
      ...said('purpose', values.purpose),
      owner: { team, escalation_contact },
      allowed_surfaces: idsIn(values.allowed_surfaces),
      allowed_environments: idsIn(values.allowed_environments),
      delegation_mode: oneOf(DELEGATIONS, values.delegation_mode),
      credential_mode: oneOf(CREDENTIAL_MODES, values.credential_mode),
      instance_identity: {
        required: values.required === 'yes',
        allowed_instance_ids: idsIn(values.allowed_instance_ids),
        allowed_instance_id_prefixes: idsIn(values.allowed_instance_id_prefixes),
      },
    };
    return client.registerAgent({ body }, options);
  },
});

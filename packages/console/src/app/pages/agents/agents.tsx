import type { Agent, AgentRegistryRecord } from '@govgate/client';
import type { Change } from '../../parts/change-buttons.js';
import { unchecked } from '../../parts/list-page.js';
import { makes } from '../../parts/make-fields.js';
import { pageOf } from '../../parts/page-of.js';
import { RecordLinks } from '../../parts/record-link.js';
import { Badge, Code, Moment, Text } from '../../parts/text.js';
import { TouchedSessions } from '../../parts/touched-sessions.js';
import { verb } from '../../parts/verb.js';
import { texts } from '../../texts.js';
import { listAndRecord } from '../list-and-record.js';
import { registerAgent } from './register-agent.js';

const t = texts.agents;
const CODES = ['reviewed', 'incident_response', 'owner_request'];

const Touched = ({ record: { agent } }: { readonly record: AgentRegistryRecord }) => (
  <TouchedSessions by={{ agent_id: agent.agent_id }} />
);

/** Agents: what they may do, who is accountable for them, and their lifecycle verbs. */
export const agents = listAndRecord<Agent, AgentRegistryRecord>({
  list: {
    title: t.title,
    path: 'agents',
    filters: [
      {
        name: 'lifecycle_state',
        label: t.state,
        values: ['draft', 'active', 'disabled', 'archived', 'revoked'],
      },
      {
        name: 'approval_status',
        label: t.approval,
        values: ['pending_review', 'approved', 'rejected', 'revoked'],
      },
    ],
    columns: [
      { head: t.agent, cell: (one) => <Code of={one.agent_id} /> },
      { head: t.name, cell: (one) => <Text of={one.name} />, sort: 'name' },
      { head: t.state, cell: (one) => <Badge of={one.lifecycle_state} /> },
      { head: t.approval, cell: (one) => <Badge of={one.approval_status} /> },
      { head: t.team, cell: (one) => <Code of={one.owner.team} /> },
      { head: t.submittedAt, cell: (one) => <Moment of={one.submitted_at} />, sort: 'created' },
    ],
    idOf: (one) => one.agent_id,
    ask: async (client, query, options) => pageOf(await client.listAgents(unchecked(query), options)),
    whenEmpty: t.whenEmpty,
    creates: (api) => makes(api, 'agent.register', registerAgent(api)),
  },
  record: {
    read: (client, id, options) => client.readAgent({ agent_id: id }, options),
    titleOf: ({ agent }) => agent.name,
    facts: ({ agent }) => [
      [t.agent, <Code of={agent.agent_id} />],
      [t.state, <Badge of={agent.lifecycle_state} />],
      [t.approval, <Badge of={agent.approval_status} />],
      [t.purpose, <Text of={agent.purpose ?? null} />],
      [t.team, <Code of={agent.owner.team} />],
      [t.escalation, <Text of={agent.owner.escalation_contact} />],
      [t.surfaces, <RecordLinks type="client_surface" ids={agent.allowed_surfaces} />],
      [t.environments, <Code of={agent.allowed_environments.join(', ')} />],
      [t.delegation, <Code of={agent.delegation_mode} />],
      [t.credentials, <Code of={agent.credential_mode} />],
      [t.submittedBy, <Code of={agent.submitted_by} />],
      [t.submittedAt, <Moment of={agent.submitted_at} />],
      [t.reviewedBy, <Code of={agent.reviewed_by} />],
      [t.reviewReason, <Text of={agent.review_reason} />],
    ],
    actionsOf: (one) => one.permissions.allowed_actions,
    changes: () => changes,
  },
});

const changes: readonly Change<AgentRegistryRecord>[] = [
  verb({
    action: 'approve',
    label: texts.approve,
    says: t.approveSays,
    codes: CODES,
    send: ({ client, record, body, options }) => client.approveAgent({ ...at(record), body }, options),
  }),
  verb({
    action: 'reject',
    label: texts.reject,
    says: t.rejectSays,
    codes: CODES,
    isGrave: true,
    send: ({ client, record, body, options }) => client.rejectAgent({ ...at(record), body }, options),
  }),
  verb({
    action: 'enable',
    label: texts.enable,
    says: t.enableSays,
    codes: CODES,
    send: ({ client, record, body, options }) => client.enableAgent({ ...at(record), body }, options),
  }),
  verb({
    action: 'disable',
    label: texts.disable,
    says: t.disableSays,
    codes: CODES,
    isGrave: true,
    Consequence: Touched,
    send: ({ client, record, body, options }) => client.disableAgent({ ...at(record), body }, options),
  }),
  verb({
    action: 'archive',
    label: texts.archive,
    says: t.archiveSays,
    codes: CODES,
    isGrave: true,
    Consequence: Touched,
    send: ({ client, record, body, options }) => client.archiveAgent({ ...at(record), body }, options),
  }),
  verb({
    action: 'revoke',
    label: texts.revoke,
    says: t.revokeSays,
    codes: CODES,
    isGrave: true,
    Consequence: Touched,
    send: ({ client, record, body, options }) => client.revokeAgent({ ...at(record), body }, options),
  }),
];

const at = ({ agent: { agent_id } }: AgentRegistryRecord) => ({ agent_id });

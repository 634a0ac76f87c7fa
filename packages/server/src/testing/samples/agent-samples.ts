import type { Agent } from '@govgate/domain';
import { agentVerbs } from '@govgate/domain/internal';
import { agentOf, contributorOfUser } from '@govgate/domain/testing';
import { agentKind } from '@govgate/ports';
import { PRODUCTION, TEAM, TENANT } from '../worlds/world.js';
import type { OperationSample, SampleRecord } from './operation-sample.js';
import { verbSamples } from './verb-samples.js';

const NOW = '2026-02-01T00:00:00.000Z';

/** An agent as the store holds it; in the samples, it is not reviewed by whoever registered it. */
export const sampleAgent = (agentId: string, facts: Partial<Agent> = {}): Agent =>
  agentOf({
    agentId,
    name: 'Invoice matcher',
    purpose: 'Matches invoices with orders',
    owner: { team: TEAM, escalationContact: 'oncall-payments' },
    allowedSurfaces: ['surface_cli'],
    instanceIdentity: { required: true, allowedInstanceIds: [], allowedInstanceIdPrefixes: ['invoice-'] },
    hands: { submitted: contributorOfUser('bea') },
    submittedBy: 'bea',
    ...facts,
  });

const scope = { tenant_id: TENANT, environment_id: PRODUCTION };
const reason = { reason_code: 'sample', reason: 'A sample' };
const on = (agent_id: string) => ({ params: { agent_id }, query: scope });

const approved = { approvalStatus: 'approved' } as const;

const RECORDS = [
  sampleAgent('agent_active', { ...approved, lifecycleState: 'active' }),
  sampleAgent('agent_disabled', { ...approved, lifecycleState: 'disabled', disabledAt: NOW }),
  sampleAgent('agent_draft'),
];

export const AGENT_RECORDS: readonly SampleRecord[] = RECORDS.map((record) => ({ kind: agentKind, record }));

export const AGENT_SAMPLES: Readonly<Record<string, OperationSample>> = {
  listAgents: { params: {}, query: { ...scope, lifecycle_state: 'draft' } },
  readAgent: on('agent_draft'),
  registerAgent: {
    params: {},
    query: scope,
    body: {
      agent_id: 'agent_new',
      name: 'Ticket router',
      purpose: 'Routes tickets',
      owner: { team: TEAM, escalation_contact: 'oncall-payments' },
      allowed_surfaces: [],
      allowed_environments: [PRODUCTION],
      delegation_mode: 'none',
      credential_mode: 'none',
      instance_identity: { required: false, allowed_instance_ids: [], allowed_instance_id_prefixes: [] },
      reason_code: 'new_agent',
    },
    again: 409,
  },
  ...verbSamples(
    'Agent',
    {
      verbs: agentVerbs,
      records: RECORDS,
      requestOf: () => ({
        now: NOW,
        reasonCode: 'sample',
        reason: null,
        by: contributorOfUser('ada'),
        fourEyes: true,
        revocationId: 'rev_sample',
      }),
    },
    ({ agentId }) => ({ ...on(agentId), body: reason }),
  ),
};

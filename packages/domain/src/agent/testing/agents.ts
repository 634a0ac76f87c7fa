import { contributorOfUser } from '../../testing/people.js';
import { type Agent, newAgent } from '../agent.js';

/** An agent that Carol registered and nobody reviewed, with overrides. */
export const agentOf = (fields: Partial<Agent> = {}): Agent => ({
  ...newAgent(
    {
      agentId: 'agt_sales',
      tenantId: 'acme',
      environmentId: 'production',
      name: 'Sales assistant',
      purpose: null,
      owner: { team: 'sales', escalationContact: 'sales@example' },
      allowedSurfaces: ['surf_ide'],
      allowedEnvironments: ['production'],
      delegationMode: 'on_behalf_of',
      credentialMode: 'per_agent',
      instanceIdentity: { required: false, allowedInstanceIds: [], allowedInstanceIdPrefixes: [] },
    },
    { by: contributorOfUser('usr_carol'), now: '2026-02-01T00:00:00.000Z' },
  ),
  ...fields,
});

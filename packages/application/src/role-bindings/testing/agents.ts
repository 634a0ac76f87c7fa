import type { Agent } from '@govgate/domain';
import { newAgent } from '@govgate/domain/internal';
import { contributorOfUser } from '@govgate/ports-testkit';
import { START, TENANT } from '../../testing/use-case-bench.js';

/** A registered agent of an environment. */
export const agentIn = (environmentId: string, agentId: string): Agent =>
  newAgent(
    {
      agentId,
      tenantId: TENANT,
      environmentId,
      name: 'Agent',
      purpose: null,
      owner: { team: 'payments', escalationContact: 'oncall' },
      allowedSurfaces: [],
      allowedEnvironments: [environmentId],
      delegationMode: 'none',
      credentialMode: 'none',
      instanceIdentity: { required: false, allowedInstanceIds: [], allowedInstanceIdPrefixes: [] },
    },
    { by: contributorOfUser('bob'), now: START },
  );

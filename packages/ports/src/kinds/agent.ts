import type { Agent } from '@govgate/domain';
import { defineKind, text } from '../record-kind.js';

/** Registered agents (docs/spec/agents.md#record). */
export const agentKind = defineKind<Agent>()({
  name: 'agent',
  scoping: 'environment',
  governed: true,
  idOf: (agent) => agent.agentId,
  scopeOf: ({ tenantId, environmentId }) => ({ tenantId, environmentId }),
  attributes: {
    ownerTeam: text((agent: Agent) => agent.owner.team),
    lifecycleState: text((agent: Agent) => agent.lifecycleState),
    approvalStatus: text((agent: Agent) => agent.approvalStatus),
  },
  lists: { filters: ['ownerTeam', 'approvalStatus', 'lifecycleState'] },
});

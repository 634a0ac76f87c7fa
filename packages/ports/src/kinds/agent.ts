import type { Agent } from '@govgate/domain';
import { defineKind, searchable, text } from '../record-kind.js';

/** Registered agents (docs/spec/agents.md#record). */
export const agentKind = defineKind<Agent>()({
  name: 'agent',
  scoping: 'environment',
  governed: true,
  idOf: (agent) => agent.agentId,
  scopeOf: ({ tenantId, environmentId }) => ({ tenantId, environmentId }),
  attributes: {
    name: searchable((agent: Agent) => [agent.name, agent.agentId]),
    createdAt: text((agent: Agent) => agent.createdAt),
    updatedAt: text((agent: Agent) => agent.updatedAt),
    ownerTeam: text((agent: Agent) => agent.owner.team),
    lifecycleState: text((agent: Agent) => agent.lifecycleState),
    approvalStatus: text((agent: Agent) => agent.approvalStatus),
  },
  indexes: [['name'], ['createdAt'], ['updatedAt'], ['approvalStatus', 'createdAt']],
  lists: { filters: ['ownerTeam', 'approvalStatus', 'lifecycleState'] },
});

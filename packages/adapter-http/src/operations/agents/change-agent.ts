import { makeArchiveAgent, makeDisableAgent, makeEnableAgent, makeRevokeAgent } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { AgentAnswer, AgentParams } from '../../wire/agent.js';
import { ScopeQuery } from '../../wire/fields.js';
import { ReasonBody } from '../../wire/policy.js';

// The four lifecycle verbs of an agent differ only in their wording.
const shared = {
  method: 'post',
  tag: 'agents',
  scope: 'named',
  extension: true,
  params: AgentParams,
  query: ScopeQuery,
  body: ReasonBody,
  response: AgentAnswer,
} as const;

export const disableAgent = defineOperation({
  ...shared,
  id: 'disableAgent',
  path: '/v1/agents/:agent_id/disable',
  useCase: makeDisableAgent,
  summary: 'Disables an agent and fences its live sessions',
  permission: 'agent.disable',
  refuses: ['invalid_state'],
  audited: { eventType: 'agent.disabled', action: 'disable', idParam: 'agent_id' },
  recordTag: (answer) => answer.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});

export const enableAgent = defineOperation({
  ...shared,
  id: 'enableAgent',
  path: '/v1/agents/:agent_id/enable',
  useCase: makeEnableAgent,
  summary: 'Makes an approved agent active',
  permission: 'agent.disable',
  refuses: ['invalid_state'],
  audited: { eventType: 'agent.enabled', action: 'enable', idParam: 'agent_id' },
  recordTag: (answer) => answer.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});

export const archiveAgent = defineOperation({
  ...shared,
  id: 'archiveAgent',
  path: '/v1/agents/:agent_id/archive',
  useCase: makeArchiveAgent,
  summary: 'Archives a draft or disabled agent',
  permission: 'agent.disable',
  refuses: ['invalid_state'],
  audited: { eventType: 'agent.archived', action: 'archive', idParam: 'agent_id' },
  recordTag: (answer) => answer.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});

export const revokeAgent = defineOperation({
  ...shared,
  id: 'revokeAgent',
  path: '/v1/agents/:agent_id/revoke',
  useCase: makeRevokeAgent,
  summary: 'Revokes an agent permanently and fences its sessions',
  permission: 'agent.revoke',
  refuses: ['invalid_state'],
  audited: { eventType: 'agent.revoked', action: 'revoke', idParam: 'agent_id' },
  recordTag: (answer) => answer.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});

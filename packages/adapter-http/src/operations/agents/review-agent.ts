import { makeReviewAgent } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { AgentAnswer, AgentParams, ReviewAgentBody } from '../../wire/agent.js';
import { ScopeQuery } from '../../wire/fields.js';

export const reviewAgent = defineOperation({
  id: 'reviewAgent',
  method: 'post',
  path: '/v1/agents/:agent_id/review',
  useCase: makeReviewAgent,
  summary: 'Approves or rejects an agent',
  tag: 'agents',
  permission: 'agent.review',
  refuses: ['invalid_state', 'self_approval_forbidden'],
  scope: 'named',
  extension: true,
  audited: { eventType: 'agent.reviewed', action: 'review', idParam: 'agent_id' },
  params: AgentParams,
  query: ScopeQuery,
  body: ReviewAgentBody,
  response: AgentAnswer,
  recordTag: (answer) => answer.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});

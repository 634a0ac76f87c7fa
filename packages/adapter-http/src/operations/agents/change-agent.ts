import { changesOfAgents } from '@govgate/application';
import { agentVerbs } from '@govgate/domain/internal';
import { defineOperation } from '../../operation/define-operation.js';
import { verbOperations } from '../../operation/verb-operations.js';
import { AgentAnswer, AgentParams } from '../../wire/agent.js';
import { ScopeQuery } from '../../wire/fields.js';
import { ReasonBody } from '../../wire/reason-body.js';

export const changeAgent = verbOperations(
  { verbs: agentVerbs, useCases: changesOfAgents, noun: 'Agent', path: '/v1/agents/:agent_id' },
  (verb, name) =>
    defineOperation({
      ...verb,
      tag: 'agents',
      scope: 'named',
      extension: true,
      refuses: name === 'approve' ? ['invalid_state', 'self_approval_forbidden'] : ['invalid_state'],
      params: AgentParams,
      query: ScopeQuery,
      body: ReasonBody,
      response: AgentAnswer,
      recordTag: (agent) => agent.tag,
      toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
    }),
);

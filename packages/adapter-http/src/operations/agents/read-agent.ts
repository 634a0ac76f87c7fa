import { makeReadAgent } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { AgentAnswer, AgentParams } from '../../wire/agent.js';
import { ScopeQuery } from '../../wire/fields.js';

export const readAgent = defineOperation({
  id: 'readAgent',
  method: 'get',
  path: '/v1/agents/:agent_id',
  useCase: makeReadAgent,
  summary: 'Reads the registry record of an agent',
  tag: 'agents',
  permission: 'agent.read',
  scope: 'named',
  params: AgentParams,
  query: ScopeQuery,
  response: AgentAnswer,
  cacheable: true,
  recordTag: (answer) => answer.tag,
  toInput: ({ scope, params }) => ({ scope, ...params }),
});

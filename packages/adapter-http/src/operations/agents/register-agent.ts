import { makeRegisterAgent } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { AgentAnswer, RegisterAgentBody } from '../../wire/agent.js';
import { ScopeQuery } from '../../wire/fields.js';

export const registerAgent = defineOperation({
  id: 'registerAgent',
  method: 'post',
  path: '/v1/agents',
  useCase: makeRegisterAgent,
  summary: 'Registers an agent for review',
  tag: 'agents',
  permission: 'agent.register',
  refuses: ['already_exists'],
  scope: 'named',
  extension: true,
  audited: { eventType: 'agent.registered', action: 'register' },
  params: v.object({}),
  query: ScopeQuery,
  body: RegisterAgentBody,
  response: AgentAnswer,
  status: 201,
  recordTag: (answer) => answer.tag,
  toInput: ({ scope, body: { reasonCode, ...draft } }) => ({ scope, draft, reasonCode }),
});

import { makeListAgents } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { AgentRecord, AgentsQuery } from '../../wire/agent.js';
import { listOptions } from '../../wire/fields.js';
import { pageOf } from '../../wire/page-of.js';

export const listAgents = defineOperation({
  id: 'listAgents',
  method: 'get',
  path: '/v1/agents',
  useCase: makeListAgents,
  summary: 'Lists the agents of an environment',
  tag: 'agents',
  permission: 'agent.read',
  scope: 'named',
  extension: true,
  params: v.object({}),
  query: AgentsQuery,
  response: pageOf(AgentRecord),
  cacheable: true,
  toInput: ({ scope, query }) => ({
    scope,
    lifecycleState: query.lifecycleState,
    approvalStatus: query.approvalStatus,
    ...listOptions(query),
  }),
});

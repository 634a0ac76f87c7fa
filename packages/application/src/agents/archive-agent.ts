import { decideArchiveAgent } from '@govgate/domain';
import { agentVerb } from './change-agent.js';

/** Archives a draft or disabled agent. */
export const makeArchiveAgent = agentVerb({
  action: 'archive',
  eventType: 'agent.archived',
  permission: 'agent.disable',
  decide: decideArchiveAgent,
});

import { decideArchiveAgent } from '@govgate/domain';
import { agentVerb } from './change-agent.js';

/** Puts a draft or disabled agent away. */
export const makeArchiveAgent = agentVerb({
  action: 'archive',
  eventType: 'agent.archived',
  permission: 'agent.disable',
  decide: decideArchiveAgent,
});

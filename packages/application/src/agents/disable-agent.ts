import { decideDisableAgent } from '@govgate/domain';
import { agentVerb } from './change-agent.js';

/** Disables an agent and fences its live sessions. */
export const makeDisableAgent = agentVerb({
  action: 'disable',
  eventType: 'agent.disabled',
  permission: 'agent.disable',
  decide: decideDisableAgent,
});

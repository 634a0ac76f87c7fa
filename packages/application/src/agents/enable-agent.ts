import { decideEnableAgent } from '@govgate/domain';
import { agentVerb } from './change-agent.js';

/** Makes an approved agent active again. */
export const makeEnableAgent = agentVerb({
  action: 'enable',
  eventType: 'agent.enabled',
  permission: 'agent.disable',
  decide: decideEnableAgent,
});

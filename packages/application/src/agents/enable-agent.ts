import { decideEnableAgent } from '@govgate/domain';
import { agentVerb } from './change-agent.js';

/** Enables an approved agent again. */
export const makeEnableAgent = agentVerb({
  action: 'enable',
  eventType: 'agent.enabled',
  permission: 'agent.disable',
  decide: decideEnableAgent,
});

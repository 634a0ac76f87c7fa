import { decideRevokeAgent } from '@govgate/domain';
import { agentVerb } from './change-agent.js';

/** Revokes an agent permanently and fences its sessions. */
export const makeRevokeAgent = agentVerb({
  action: 'revoke',
  eventType: 'agent.revoked',
  permission: 'agent.revoke',
  decide: decideRevokeAgent,
});

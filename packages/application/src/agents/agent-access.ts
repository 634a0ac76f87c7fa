import type { Agent, Permission, Scope } from '@govgate/domain';
import { agentKind } from '@govgate/ports';
import type { RecordAccess } from '../call/load-record.js';

/** The agent a call concerns. */
export interface AgentRef {
  readonly scope: Scope;
  readonly agentId: string;
}

/** The agent to load, and the required permission. */
export const agentAccess = (
  { scope, agentId }: AgentRef,
  permission: Permission,
): RecordAccess<typeof agentKind> => ({
  kind: agentKind,
  permission,
  scope,
  within: scope,
  id: agentId,
  ownerTeamOf: (agent: Agent) => agent.owner.team,
});

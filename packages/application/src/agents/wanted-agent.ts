import type { Agent, Permission, Scope } from '@govgate/domain';
import { agentKind } from '@govgate/ports';
import type { Wanted } from '../call/load-record.js';

/** Which agent a call is about. */
export interface AgentRef {
  readonly scope: Scope;
  readonly agentId: string;
}

/** The agent that a call wants, and the right it takes. */
export const wantedAgent = (
  { scope, agentId }: AgentRef,
  permission: Permission,
): Wanted<typeof agentKind> => ({
  kind: agentKind,
  permission,
  scope,
  within: scope,
  id: agentId,
  ownerTeamOf: (agent: Agent) => agent.owner.team,
});

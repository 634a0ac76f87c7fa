import { type Decided, moved, noChange } from '../decided.js';
import type { Instant } from '../instant.js';
import { type Step, step } from '../machine/machine.js';
import { ok, type Result, refuse } from '../result.js';
import type { Agent } from './agent.js';
import { type AgentLifecycleState, agentLifecycleMachine } from './agent.machine.js';

interface AgentChange {
  readonly now: Instant;
}

/** Disables an agent. Its live sessions are fenced; sessions opened after it is enabled again are not. */
export const decideDisableAgent = (agent: Agent, { now }: AgentChange): Result<Decided<Agent>> => {
  if (agent.lifecycleState === 'disabled') return ok(noChange(agent));
  const stepped = lifecycleStep(agent, 'disable');
  if (!stepped.moved) return refuse('invalid_state');
  return ok(moved(agent, { ...agent, lifecycleState: stepped.to, disabledAt: now, updatedAt: now }, true));
};

/** Enables an approved agent. */
export const decideEnableAgent = (agent: Agent, { now }: AgentChange): Result<Decided<Agent>> => {
  if (agent.lifecycleState === 'active') return ok(noChange(agent));
  const stepped = lifecycleStep(agent, 'enable');
  if (!stepped.moved) return refuse('invalid_state');
  return ok(moved(agent, { ...agent, lifecycleState: stepped.to, disabledAt: null, updatedAt: now }));
};

/** Archives a draft or disabled agent. */
export const decideArchiveAgent = (agent: Agent, { now }: AgentChange): Result<Decided<Agent>> => {
  if (agent.lifecycleState === 'archived') return ok(noChange(agent));
  const stepped = lifecycleStep(agent, 'archive');
  if (!stepped.moved) return refuse('invalid_state');
  return ok(moved(agent, { ...agent, lifecycleState: stepped.to, archivedAt: now, updatedAt: now }));
};

/** Revokes an agent permanently, from any state, and fences its sessions. */
export const decideRevokeAgent = (
  agent: Agent,
  { now, revocationId }: AgentChange & { readonly revocationId: string },
): Result<Decided<Agent>> => {
  const stepped = lifecycleStep(agent, 'revoke');
  if (!stepped.moved) return ok(noChange(agent));
  return ok(
    moved(
      agent,
      {
        ...agent,
        lifecycleState: stepped.to,
        approvalStatus: 'revoked',
        revokedAt: now,
        revocationId,
        updatedAt: now,
      },
      true,
    ),
  );
};

const lifecycleStep = (
  agent: Agent,
  on: (typeof agentLifecycleMachine.triggers)[number],
): Step<AgentLifecycleState, 'approved'> =>
  step(agentLifecycleMachine, agent.lifecycleState, on, { approved: agent.approvalStatus === 'approved' });

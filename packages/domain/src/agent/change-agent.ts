import { openActions } from '../authorization/open-actions.js';
import type { Principal } from '../authorization/principal.js';
import { type Decided, moved, noChange } from '../decided.js';
import { handOf } from '../four-eyes/hand.js';
import type { Instant } from '../instant.js';
import { type Step, step } from '../machine/machine.js';
import { ok, type Result, refuse } from '../result.js';
import type { Agent } from './agent.js';
import {
  type AgentLifecycleState,
  agentApprovalActions,
  agentApprovalMachine,
  agentLifecycleActions,
  agentLifecycleMachine,
} from './agent.machine.js';
import { reviewFacts } from './review-agent.js';

interface Asked {
  readonly now: Instant;
}

/** Disables an agent. Its live sessions are fenced; sessions opened after it is enabled again are not. */
export const decideDisableAgent = (agent: Agent, { now }: Asked): Result<Decided<Agent>> => {
  if (agent.lifecycleState === 'disabled') return ok(noChange(agent));
  const stepped = lifecycleStep(agent, 'disable');
  if (!stepped.moved) return refuse('invalid_state');
  return ok(moved(agent, { ...agent, lifecycleState: stepped.to, disabledAt: now, updatedAt: now }, true));
};

/** Enables an approved agent. */
export const decideEnableAgent = (agent: Agent, { now }: Asked): Result<Decided<Agent>> => {
  if (agent.lifecycleState === 'active') return ok(noChange(agent));
  const stepped = lifecycleStep(agent, 'enable');
  if (!stepped.moved) return refuse('invalid_state');
  return ok(moved(agent, { ...agent, lifecycleState: stepped.to, disabledAt: null, updatedAt: now }));
};

/** Archives a draft or disabled agent. */
export const decideArchiveAgent = (agent: Agent, { now }: Asked): Result<Decided<Agent>> => {
  if (agent.lifecycleState === 'archived') return ok(noChange(agent));
  const stepped = lifecycleStep(agent, 'archive');
  if (!stepped.moved) return refuse('invalid_state');
  return ok(moved(agent, { ...agent, lifecycleState: stepped.to, archivedAt: now, updatedAt: now }));
};

/** Revokes an agent permanently, from any state, and fences its sessions. */
export const decideRevokeAgent = (
  agent: Agent,
  { now, revocationId }: Asked & { readonly revocationId: string },
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

/** What the caller may do with an agent now, sorted. Under four eyes, approving is not offered to the person who registered it. */
export const agentAllowedActions = (
  principal: Principal,
  agent: Agent,
  rules: { readonly fourEyes: boolean },
): string[] => {
  const target = {
    tenantId: agent.tenantId,
    environmentId: agent.environmentId,
    resourceId: agent.agentId,
    ownerTeam: agent.owner.team,
  };
  const lifecycle = openActions(principal, agentLifecycleMachine, agentLifecycleActions, target, {
    state: agent.lifecycleState,
    facts: { approved: agent.approvalStatus === 'approved' },
  });
  const approval = openActions(principal, agentApprovalMachine, agentApprovalActions, target, {
    state: agent.approvalStatus,
    facts: reviewFacts(agent, { ...rules, by: handOf(principal) }),
  });
  return [...lifecycle, ...approval].sort();
};

const lifecycleStep = (
  agent: Agent,
  on: 'enable' | 'disable' | 'archive' | 'revoke',
): Step<AgentLifecycleState, 'approved'> =>
  step(agentLifecycleMachine, agent.lifecycleState, on, { approved: agent.approvalStatus === 'approved' });

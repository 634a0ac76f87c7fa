import { allowedActions, defineActions, mayOn } from '../authorization/allowed-actions.js';
import type { Principal } from '../authorization/principal.js';
import { handOf } from '../four-eyes/hand.js';
import type { Instant } from '../instant.js';
import { type Verbs, verbActions } from '../verb/verbs.js';
import type { Agent } from './agent.js';
import { agentApprovalActions, agentLifecycleMachine } from './agent.machine.js';
import {
  decideArchiveAgent,
  decideDisableAgent,
  decideEnableAgent,
  decideRevokeAgent,
} from './change-agent.js';
import { reviewFacts } from './review-agent.js';

/** The verbs of an agent. What they stop is fenced in the same commit. */
export const agentVerbs = {
  disable: {
    permission: 'agent.disable',
    eventType: 'agent.disabled',
    summary: 'Disables an agent and fences its live sessions',
    decide: decideDisableAgent,
  },
  enable: {
    permission: 'agent.disable',
    eventType: 'agent.enabled',
    summary: 'Makes an approved agent active',
    decide: decideEnableAgent,
  },
  archive: {
    permission: 'agent.disable',
    eventType: 'agent.archived',
    summary: 'Archives a draft or disabled agent',
    decide: decideArchiveAgent,
  },
  revoke: {
    permission: 'agent.revoke',
    eventType: 'agent.revoked',
    summary: 'Revokes an agent permanently and fences its sessions',
    decide: decideRevokeAgent,
  },
} as const satisfies Verbs<Agent, { readonly now: Instant; readonly revocationId: string }>;

const agentLifecycleActions = defineActions(agentLifecycleMachine, [
  { action: 'read', permission: 'agent.read' },
  ...verbActions(agentVerbs, ['enable', 'disable', 'archive', 'revoke']),
]);

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
  const may = mayOn(principal, target);
  const lifecycle = {
    state: agent.lifecycleState,
    facts: { approved: agent.approvalStatus === 'approved' },
  };
  const approval = {
    state: agent.approvalStatus,
    facts: reviewFacts(agent, { ...rules, by: handOf(principal) }),
  };
  return [
    ...allowedActions(agentLifecycleActions, lifecycle, may),
    ...allowedActions(agentApprovalActions, approval, may),
  ].sort();
};

import { allowedActions, defineActions, mayOn } from '../authorization/allowed-actions.js';
import type { Principal } from '../authorization/principal.js';
import { type Contributor, contributorOf } from '../four-eyes/contributor.js';
import type { Instant } from '../instant.js';
import { type Verbs, verbActions } from '../verb/verbs.js';
import type { Agent } from './agent.js';
import { agentApprovalMachine, agentLifecycleMachine } from './agent.machine.js';
import {
  decideArchiveAgent,
  decideDisableAgent,
  decideEnableAgent,
  decideRevokeAgent,
} from './change-agent.js';
import { decideApproveAgent, decideRejectAgent, reviewFacts } from './review-agent.js';

/** What a verb of an agent is decided by. */
interface AgentVerbRequest {
  readonly now: Instant;
  readonly reasonCode: string;
  readonly reason: string | null;
  readonly by: Contributor;
  readonly fourEyes: boolean;
  readonly revocationId: string;
}

/** The verbs of an agent. What they stop is fenced in the same commit. */
export const agentVerbs = {
  approve: {
    permission: 'agent.review',
    eventType: 'agent.approved',
    summary: 'Approves an agent; a draft becomes active',
    decide: decideApproveAgent,
  },
  reject: {
    permission: 'agent.review',
    eventType: 'agent.rejected',
    summary: 'Rejects an agent',
    decide: decideRejectAgent,
  },
  disable: {
    permission: 'agent.disable',
    eventType: 'agent.disabled',
    summary: 'Disables an agent and revokes its live sessions',
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
} as const satisfies Verbs<Agent, AgentVerbRequest>;

const agentLifecycleActions = defineActions(agentLifecycleMachine, [
  { action: 'read', permission: 'agent.read' },
  ...verbActions(agentVerbs, ['enable', 'disable', 'archive', 'revoke']),
]);

const agentApprovalActions = defineActions(agentApprovalMachine, [
  ...verbActions(agentVerbs, ['approve', 'reject']),
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
    facts: reviewFacts(agent, { ...rules, by: contributorOf(principal) }),
  };
  return [
    ...allowedActions(agentLifecycleActions, lifecycle, may),
    ...allowedActions(agentApprovalActions, approval, may),
  ].sort();
};

import { type Decided, moved, noChange } from '../decided.js';
import type { Instant } from '../instant.js';
import { step } from '../machine/machine.js';
import { ok, type Result, refuse } from '../result.js';
import type { Agent } from './agent.js';
import { agentApprovalMachine, agentLifecycleMachine, isStillInUse } from './agent.machine.js';

/** How a review can end. */
export const AGENT_REVIEW_OUTCOMES = ['approved', 'rejected'] as const;
export type AgentReviewOutcome = (typeof AGENT_REVIEW_OUTCOMES)[number];

/** Reviews an agent. Approving makes a draft active; the same outcome again is no change. */
export const decideReviewAgent = (
  agent: Agent,
  asked: {
    readonly outcome: AgentReviewOutcome;
    readonly reasonCode: string;
    readonly reason: string | null;
    readonly actorId: string;
    readonly now: Instant;
  },
): Result<Decided<Agent>> => {
  if (agent.approvalStatus === asked.outcome) return ok(noChange(agent));
  const stepped = step(
    agentApprovalMachine,
    agent.approvalStatus,
    asked.outcome === 'approved' ? 'approve' : 'reject',
    { still_in_use: isStillInUse(agent.lifecycleState) },
  );
  if (!stepped.moved) return refuse('invalid_state');
  const enabled = step(agentLifecycleMachine, agent.lifecycleState, 'enable', {
    approved: stepped.to === 'approved' && agent.lifecycleState === 'draft',
  });
  return ok(
    moved(agent, {
      ...agent,
      approvalStatus: stepped.to,
      lifecycleState: enabled.moved ? enabled.to : agent.lifecycleState,
      reviewedBy: asked.actorId,
      reviewReasonCode: asked.reasonCode,
      reviewReason: asked.reason,
      reviewedAt: asked.now,
      updatedAt: asked.now,
    }),
  );
};

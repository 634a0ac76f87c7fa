import { type Decided, moved, noChange } from '../decided.js';
import { type Contributor, contributorNamed, isOneOf } from '../four-eyes/contributor.js';
import type { Instant } from '../instant.js';
import { type Facts, step } from '../machine/machine.js';
import { ok, type Result, refuse } from '../result.js';
import type { Agent } from './agent.js';
import { agentApprovalMachine, agentLifecycleMachine, isStillInUse } from './agent.machine.js';

interface AgentReview {
  readonly reasonCode: string;
  readonly reason: string | null;
  readonly by: Contributor;
  readonly fourEyes: boolean;
  readonly now: Instant;
}

/** Conditions of a review: under four eyes, the person who registered an agent does not approve it. */
export const reviewFacts = (
  { lifecycleState, hands, submittedBy }: Pick<Agent, 'lifecycleState' | 'hands' | 'submittedBy'>,
  { fourEyes, by }: Pick<AgentReview, 'fourEyes' | 'by'>,
): Facts<'still_in_use' | 'another_person'> => ({
  still_in_use: isStillInUse(lifecycleState),
  another_person: !(fourEyes && isOneOf([contributorNamed(submittedBy, hands?.submitted)], by)),
});

/** Approves an agent; a draft becomes active. */
export const decideApproveAgent = (agent: Agent, review: AgentReview): Result<Decided<Agent>> =>
  reviewed(agent, review, 'approved');

/** Rejects an agent. */
export const decideRejectAgent = (agent: Agent, review: AgentReview): Result<Decided<Agent>> =>
  reviewed(agent, review, 'rejected');

// The same outcome again changes nothing.
const reviewed = (
  agent: Agent,
  review: AgentReview,
  outcome: 'approved' | 'rejected',
): Result<Decided<Agent>> => {
  if (agent.approvalStatus === outcome) return ok(noChange(agent));
  const stepped = step(
    agentApprovalMachine,
    agent.approvalStatus,
    outcome === 'approved' ? 'approve' : 'reject',
    reviewFacts(agent, review),
  );
  if (!stepped.moved)
    return refuse(
      stepped.because === 'guard' && stepped.guard === 'another_person'
        ? 'self_approval_forbidden'
        : 'invalid_state',
    );
  const enabled = step(agentLifecycleMachine, agent.lifecycleState, 'enable', {
    approved: stepped.to === 'approved' && agent.lifecycleState === 'draft',
  });
  return ok(
    moved(agent, {
      ...agent,
      approvalStatus: stepped.to,
      lifecycleState: enabled.moved ? enabled.to : agent.lifecycleState,
      reviewedBy: review.by.actorId,
      reviewReasonCode: review.reasonCode,
      reviewReason: review.reason,
      reviewedAt: review.now,
      updatedAt: review.now,
    }),
  );
};

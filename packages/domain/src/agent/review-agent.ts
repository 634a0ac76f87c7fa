import { type Decided, moved, noChange } from '../decided.js';
import { type Hand, handNamed, isOneOf } from '../four-eyes/hand.js';
import type { Instant } from '../instant.js';
import { type Facts, step } from '../machine/machine.js';
import { ok, type Result, refuse } from '../result.js';
import type { Agent } from './agent.js';
import { agentApprovalMachine, agentLifecycleMachine, isStillInUse } from './agent.machine.js';

/** The outcomes of a review. */
export const AGENT_REVIEW_OUTCOMES = ['approved', 'rejected'] as const;
export type AgentReviewOutcome = (typeof AGENT_REVIEW_OUTCOMES)[number];

/** Conditions of a review: under four eyes, the person who registered an agent does not approve it. */
export const reviewFacts = (
  { lifecycleState, hands, submittedBy }: Pick<Agent, 'lifecycleState' | 'hands' | 'submittedBy'>,
  { fourEyes, by }: { readonly fourEyes: boolean; readonly by: Hand },
): Facts<'still_in_use' | 'another_person'> => ({
  still_in_use: isStillInUse(lifecycleState),
  another_person: !(fourEyes && isOneOf([handNamed(submittedBy, hands?.submitted)], by)),
});

/** Reviews an agent. Approval activates a draft; repeating the same outcome changes nothing. */
export const decideReviewAgent = (
  agent: Agent,
  asked: {
    readonly outcome: AgentReviewOutcome;
    readonly reasonCode: string;
    readonly reason: string | null;
    readonly by: Hand;
    readonly fourEyes: boolean;
    readonly now: Instant;
  },
): Result<Decided<Agent>> => {
  if (agent.approvalStatus === asked.outcome) return ok(noChange(agent));
  const stepped = step(
    agentApprovalMachine,
    agent.approvalStatus,
    asked.outcome === 'approved' ? 'approve' : 'reject',
    reviewFacts(agent, asked),
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
      reviewedBy: asked.by.actorId,
      reviewReasonCode: asked.reasonCode,
      reviewReason: asked.reason,
      reviewedAt: asked.now,
      updatedAt: asked.now,
    }),
  );
};

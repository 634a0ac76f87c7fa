import { type AgentReviewOutcome, decideReviewAgent, handOf } from '@govgate/domain';
import { changeRecord, decidedWith } from '../call/change-record.js';
import type { UseCase } from '../call/context.js';
import { type AgentView, agentView } from './agent-view.js';
import type { AgentDeps, ChangeAgentInput } from './change-agent.js';
import { wantedAgent } from './wanted-agent.js';

export interface ReviewAgentInput extends ChangeAgentInput {
  readonly outcome: AgentReviewOutcome;
}

/** Reviews an agent: approves or rejects it. */
export const makeReviewAgent =
  (deps: AgentDeps): UseCase<ReviewAgentInput, AgentView> =>
  (context, input) =>
    changeRecord(deps, context, {
      ...wantedAgent(input, 'agent.review'),
      eventType: 'agent.reviewed',
      action: 'review',
      reasonCode: input.reasonCode,
      reason: input.reason,
      decide: ({ stored }) => {
        const reviewed = decideReviewAgent(stored.record, {
          outcome: input.outcome,
          reasonCode: input.reasonCode,
          reason: input.reason ?? null,
          by: handOf(context.principal),
          fourEyes: deps.settings.fourEyes,
          now: deps.clock.now(),
        });
        return decidedWith(reviewed, () => ({ answer: (after) => agentView(context, after, deps.settings) }));
      },
    });

import type { Agent, Instant, Revocation } from '@govgate/domain';
import { agentVerbs, contributorOf, eachVerb } from '@govgate/domain/internal';
import { type ChangeDeps, changeRecord, decidedWith } from '../call/change-record.js';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { type AgentRef, agentAccess } from './agent-access.js';
import { type AgentView, agentView } from './agent-view.js';

export interface ChangeAgentInput extends AgentRef {
  readonly reasonCode: string;
  readonly reason?: string | undefined;
}

export type AgentDeps = ChangeDeps & Pick<Ports, 'settings'>;

interface AgentChange {
  readonly now: Instant;
  readonly revocationId: string;
}

/** The use cases of an agent's verbs. What they stop is fenced in the same commit. */
export const changesOfAgents = eachVerb(
  agentVerbs,
  ({ action, eventType, permission, decide }) =>
    (deps: AgentDeps): UseCase<ChangeAgentInput, AgentView> =>
    (context, input) =>
      changeRecord(deps, context, {
        ...agentAccess(input, permission),
        eventType,
        action,
        reasonCode: input.reasonCode,
        reason: input.reason,
        decide: ({ stored }) => {
          const request = {
            now: deps.clock.now(),
            revocationId: deps.ids.mint('revocation'),
            reasonCode: input.reasonCode,
            reason: input.reason ?? null,
            by: contributorOf(context.principal),
            fourEyes: deps.settings.fourEyes,
          };
          return decidedWith(decide(stored.record, request), ({ record }) => ({
            revocations: [revocationOf(record, request, input.reasonCode)],
            answer: (after) => agentView(context, after, deps.settings),
          }));
        },
      }),
);

const revocationOf = (agent: Agent, { now, revocationId }: AgentChange, reasonCode: string): Revocation => ({
  revocationId,
  tenantId: agent.tenantId,
  environmentId: agent.environmentId,
  subjectType: 'agent',
  subjectId: agent.agentId,
  effectiveAt: now,
  reasonCode,
});

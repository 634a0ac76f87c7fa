import {
  type Agent,
  type AgentReviewOutcome,
  type AuditEventType,
  type Decided,
  decideArchiveAgent,
  decideDisableAgent,
  decideEnableAgent,
  decideReviewAgent,
  decideRevokeAgent,
  handOf,
  type Permission,
  type Result,
  type Revocation,
} from '@govgate/domain';
import { type ChangeDeps, changeRecord } from '../call/change-record.js';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { type AgentView, agentView } from './agent-view.js';
import { type AgentRef, wantedAgent } from './wanted-agent.js';

export interface ChangeAgentInput extends AgentRef {
  readonly reasonCode: string;
  readonly reason?: string | undefined;
}

export interface ReviewAgentInput extends ChangeAgentInput {
  readonly outcome: AgentReviewOutcome;
}

export type AgentDeps = ChangeDeps & Pick<Ports, 'settings'>;

type Facts = { readonly now: string; readonly revocationId: string };

const revocationOf = (agent: Agent, { now, revocationId }: Facts, reasonCode: string): Revocation => ({
  revocationId,
  tenantId: agent.tenantId,
  environmentId: agent.environmentId,
  subjectType: 'agent',
  subjectId: agent.agentId,
  effectiveAt: now,
  reasonCode,
});

type Verb = 'disable' | 'enable' | 'archive' | 'revoke';

interface VerbRow {
  readonly eventType: AuditEventType;
  readonly permission: Permission;
  readonly decide: (agent: Agent, facts: Facts) => Result<Decided<Agent>>;
}

const VERBS = {
  disable: { eventType: 'agent.disabled', permission: 'agent.disable', decide: decideDisableAgent },
  enable: { eventType: 'agent.enabled', permission: 'agent.disable', decide: decideEnableAgent },
  archive: { eventType: 'agent.archived', permission: 'agent.disable', decide: decideArchiveAgent },
  revoke: { eventType: 'agent.revoked', permission: 'agent.revoke', decide: decideRevokeAgent },
} as const satisfies Record<Verb, VerbRow>;

const makeVerb =
  (verb: Verb) =>
  (deps: AgentDeps): UseCase<ChangeAgentInput, AgentView> =>
  (context, input) => {
    const { eventType, permission, decide } = VERBS[verb];
    const facts: Facts = { now: deps.clock.now(), revocationId: deps.ids.mint('revocation') };
    return changeRecord(deps, context, {
      ...wantedAgent(input, permission),
      eventType,
      action: verb,
      reasonCode: input.reasonCode,
      reason: input.reason,
      decide: ({ stored }) => decide(stored.record, facts),
      fence: (agent) => [revocationOf(agent, facts, input.reasonCode)],
      answer: (stored) => agentView(context, stored, deps.settings),
    });
  };

/** Stops an agent and fences its live sessions. */
export const makeDisableAgent = makeVerb('disable');
/** Makes an approved agent active again. */
export const makeEnableAgent = makeVerb('enable');
/** Puts a draft or disabled agent away. */
export const makeArchiveAgent = makeVerb('archive');
/** Ends an agent for good and fences its sessions. */
export const makeRevokeAgent = makeVerb('revoke');

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
      decide: ({ stored }) =>
        decideReviewAgent(stored.record, {
          outcome: input.outcome,
          reasonCode: input.reasonCode,
          reason: input.reason ?? null,
          by: handOf(context.principal),
          fourEyes: deps.settings.fourEyes,
          now: deps.clock.now(),
        }),
      answer: (stored) => agentView(context, stored, deps.settings),
    });

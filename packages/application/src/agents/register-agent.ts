import { ok, refuse, type Scope } from '@govgate/domain';
import { type AgentDraft, contributorOf, newAgent } from '@govgate/domain/internal';
import { agentKind } from '@govgate/ports';
import { mayCreate } from '../call/allowed.js';
import { auditEvent } from '../call/audit-event.js';
import type { UseCase } from '../call/context.js';
import { decideAndCommit } from '../call/decide-and-commit.js';
import { afterWrite } from '../call/record-tag.js';
import { type AgentView, agentView } from './agent-view.js';
import type { AgentDeps } from './change-agent.js';

export interface RegisterAgentInput {
  readonly scope: Scope;
  readonly draft: Omit<AgentDraft, 'tenantId' | 'environmentId'>;
  readonly reasonCode?: string | undefined;
}

/** Registers an agent as a draft pending review (docs/spec/agents.md). */
export const makeRegisterAgent =
  (deps: AgentDeps): UseCase<RegisterAgentInput, AgentView> =>
  (context, { scope, draft, reasonCode }) =>
    decideAndCommit(deps, context, {
      admit: () =>
        mayCreate(context, 'agent.register', {
          ...scope,
          resourceId: draft.agentId,
          ownerTeam: draft.owner.team,
        }),
      decide: async () => {
        if ((await deps.records.get(agentKind, scope, draft.agentId)) !== undefined)
          return refuse('already_exists', 'agent_id');
        const record = newAgent(
          { ...draft, ...scope },
          { by: contributorOf(context.principal), now: deps.clock.now() },
        );
        const event = auditEvent(deps, context, {
          eventType: 'agent.registered',
          action: 'register',
          environmentId: scope.environmentId,
          resourceId: draft.agentId,
          reasonCode,
          changedFields: Object.keys(draft).sort(),
        });
        return ok({
          commit: { changes: [{ kind: agentKind, record, expectedVersion: null }], audit: [event] },
          output: agentView(context, afterWrite(undefined, record), deps.settings),
        });
      },
    });

import { type AgentDraft, newAgent, ok, refuse, type Scope } from '@govgate/domain';
import { agentKind } from '@govgate/ports';
import { mayCreate } from '../call/allowed.js';
import { auditEvent } from '../call/audit-event.js';
import type { ChangeDeps } from '../call/change-record.js';
import type { UseCase } from '../call/context.js';
import { decideAndCommit } from '../call/decide-and-commit.js';
import { afterWrite } from '../call/record-tag.js';
import { type AgentView, agentView } from './agent-view.js';

export interface RegisterAgentInput {
  readonly scope: Scope;
  readonly draft: Omit<AgentDraft, 'tenantId' | 'environmentId'>;
  readonly reasonCode?: string | undefined;
}

/** Registers an agent: a draft that waits for its review (decisions, section 6). */
export const makeRegisterAgent =
  (deps: ChangeDeps): UseCase<RegisterAgentInput, AgentView> =>
  (context, { scope, draft, reasonCode }) =>
    decideAndCommit(deps, context, async () => {
      const created = { resourceId: draft.agentId, ownerTeam: draft.owner.team };
      const allowed = mayCreate(context, 'agent.register', scope, created);
      if (!allowed.ok) return allowed;
      if ((await deps.records.get(agentKind, scope, draft.agentId)) !== undefined)
        return refuse('already_exists', 'agent_id');
      const record = newAgent(
        { ...draft, ...scope },
        { actorId: context.principal.actorId, now: deps.clock.now() },
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
        output: agentView(context, afterWrite(undefined, record)),
      });
    });

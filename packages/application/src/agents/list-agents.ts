import { type AgentApprovalStatus, type AgentLifecycleState, ok, type Scope } from '@govgate/domain';
import { agentKind } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import type { ListPage } from '../paging/list-page.js';
import { coveredBy, listCoverage } from '../paging/list-scope.js';
import { pageById } from '../paging/page-by-id.js';
import { type ListQuestion, PageTokens } from '../paging/page-tokens.js';
import { type AgentView, agentView } from './agent-view.js';

export interface ListAgentsInput {
  readonly scope: Scope;
  readonly lifecycleState?: AgentLifecycleState | undefined;
  readonly approvalStatus?: AgentApprovalStatus | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Lists the agents of an environment by id. */
export const makeListAgents = (
  deps: Pick<Ports, 'records' | 'clock' | 'pageTokens' | 'settings'>,
): UseCase<ListAgentsInput, ListPage<AgentView['agent']>> => {
  const tokens = new PageTokens(deps.pageTokens, deps.clock);
  return async (context, { scope, lifecycleState, approvalStatus, limit, cursor }) => {
    const coverage = listCoverage(context, 'agent.read', scope);
    if (!coverage.ok) return coverage;
    const filters = {
      ...(lifecycleState === undefined ? {} : { lifecycleState }),
      ...(approvalStatus === undefined ? {} : { approvalStatus }),
    };
    const question: ListQuestion = { list: 'agents', ...scope, filters, sort: 'agent_id' };
    const where = { is: filters, ...coveredBy(coverage.value) };
    const paged = await pageById(deps, tokens, { kind: agentKind, scope, question, where, limit, cursor });
    if (!paged.ok) return paged;
    const items = paged.value.items.map((stored) => agentView(context, stored, deps.settings).agent);
    return ok({ schemaVersion: '1.0', items, page: paged.value.page });
  };
};

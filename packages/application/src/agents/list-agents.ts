import { ok, type Scope } from '@govgate/domain';
import type { AgentApprovalStatus, AgentLifecycleState } from '@govgate/domain/internal';
import { agentKind } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import type { ListPage } from '../paging/list-page.js';
import { coveredBy, listCoverage } from '../paging/list-scope.js';
import { type ListOptions, pageOfRecords } from '../paging/page-of-records.js';
import { PageTokens } from '../paging/page-tokens.js';
import { type AgentView, agentView } from './agent-view.js';

export interface ListAgentsInput extends ListOptions {
  readonly scope: Scope;
  readonly lifecycleState?: AgentLifecycleState | undefined;
  readonly approvalStatus?: AgentApprovalStatus | undefined;
}

/** Lists the agents of an environment by id. */
export const makeListAgents = (
  deps: Pick<Ports, 'records' | 'clock' | 'pageTokens' | 'settings'>,
): UseCase<ListAgentsInput, ListPage<AgentView['agent']>> => {
  const tokens = new PageTokens(deps.pageTokens, deps.clock);
  return async (context, { scope, lifecycleState, approvalStatus, ...options }) => {
    const coverage = listCoverage(context, 'agent.read', scope);
    if (!coverage.ok) return coverage;
    const filters = {
      ...(lifecycleState === undefined ? {} : { lifecycleState }),
      ...(approvalStatus === undefined ? {} : { approvalStatus }),
    };
    const question = { list: 'agents', ...scope, filters };
    const where = { is: filters, ...coveredBy(coverage.value) };
    const paged = await pageOfRecords(deps, tokens, { kind: agentKind, scope, question, where, options });
    if (!paged.ok) return paged;
    const items = paged.value.items.map((stored) => agentView(context, stored, deps.settings).agent);
    return ok({ schemaVersion: '1.0', items, page: paged.value.page });
  };
};

import { ok, refuse, type Scope } from '@govgate/domain';
import type { SessionState } from '@govgate/domain/internal';
import { clientSessionKind } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import type { ListPage } from '../paging/list-page.js';
import { coveredBy, listCoverage } from '../paging/list-scope.js';
import { type ListOptions, pageOfRecords } from '../paging/page-of-records.js';
import { PageTokens } from '../paging/page-tokens.js';
import { type SessionView, sessionView } from './session-view.js';

export interface ListSessionsInput extends ListOptions {
  readonly scope: Scope;
  readonly filters: {
    readonly state?: SessionState;
    readonly userId?: string;
    readonly agentId?: string;
    readonly clientSurfaceId?: string;
    readonly credentialBindingId?: string;
  };
}

/** Lists the client sessions of an environment by id (docs/spec/sessions.md). */
export const makeListSessions = (
  deps: Pick<Ports, 'records' | 'clock' | 'pageTokens'>,
): UseCase<ListSessionsInput, ListPage<SessionView>> => {
  const tokens = new PageTokens(deps.pageTokens, deps.clock);
  return async (context, { scope, filters, ...options }) => {
    const coverage = listCoverage(context, 'session.read', scope);
    if (!coverage.ok) return coverage;
    // Sessions have no owner, so a team's grant covers none.
    if (!coverage.value.all && coverage.value.resourceIds.length === 0) return refuse('permission_denied');
    const { credentialBindingId, ...is } = filters;
    const has = credentialBindingId === undefined ? {} : { has: { credentialBinding: credentialBindingId } };
    const paged = await pageOfRecords(deps, tokens, {
      kind: clientSessionKind,
      scope,
      question: { list: 'sessions', ...scope, filters },
      where: { is, ...has, ...coveredBy(coverage.value) },
      options,
    });
    if (!paged.ok) return paged;
    const items = paged.value.items.map((stored) => sessionView(context, stored));
    return ok({ schemaVersion: '1.0', items, page: paged.value.page });
  };
};

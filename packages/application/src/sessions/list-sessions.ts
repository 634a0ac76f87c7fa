import { ok, refuse, type Scope, type SessionState } from '@govgate/domain';
import { clientSessionKind } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import type { ListPage } from '../paging/list-page.js';
import { coveredBy, listCoverage } from '../paging/list-scope.js';
import { PAGE_BYTES } from '../paging/page-by-id.js';
import { type ListQuestion, PageTokens } from '../paging/page-tokens.js';
import { type SessionView, sessionView } from './session-view.js';

export interface ListSessionsInput {
  readonly scope: Scope;
  readonly filters: {
    readonly state?: SessionState;
    readonly userId?: string;
    readonly agentId?: string;
    readonly clientSurfaceId?: string;
    readonly credentialBindingId?: string;
  };
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Lists the client sessions of an environment by id (docs/spec/sessions.md). */
export const makeListSessions = (
  deps: Pick<Ports, 'records' | 'clock' | 'pageTokens'>,
): UseCase<ListSessionsInput, ListPage<SessionView>> => {
  const tokens = new PageTokens(deps.pageTokens, deps.clock);
  return async (context, { scope, filters, limit, cursor }) => {
    const coverage = listCoverage(context, 'session.read', scope);
    if (!coverage.ok) return coverage;
    // Sessions have no owner, so a team's grant covers none.
    if (!coverage.value.all && coverage.value.resourceIds.length === 0) return refuse('permission_denied');
    const question: ListQuestion = { list: 'sessions', ...scope, filters, sort: 'client_session_id' };
    const place = tokens.read(question, cursor, 'cursor');
    if (!place.ok) return place;
    const { credentialBindingId, ...is } = filters;
    const has = credentialBindingId === undefined ? {} : { has: { credentialBinding: credentialBindingId } };
    const page = await deps.records.page(clientSessionKind, scope, {
      where: { is, ...has, ...coveredBy(coverage.value) },
      limit,
      mostBytes: PAGE_BYTES,
      ...(place.value === undefined ? {} : { after: place.value }),
    });
    const items = page.items.map((stored) => sessionView(context, stored));
    const last = items.at(-1)?.clientSessionId;
    const next =
      page.more && last !== undefined
        ? { nextCursor: tokens.write(question, { value: last, id: last }) }
        : {};
    return ok({ schemaVersion: '1.0', items, page: { limit, totalCount: page.totalCount, ...next } });
  };
};

import { ok, type Scope } from '@govgate/domain';
import type { RegistrationStatus } from '@govgate/domain/internal';
import { mcpServerKind, mcpSubmissionKind } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { partsOfRecords } from '../paging/every-record.js';
import type { ListPage } from '../paging/list-page.js';
import { coveredBy, listCoverage } from '../paging/list-scope.js';
import { type ListOptions, pageOfRecords } from '../paging/page-of-records.js';
import { PageTokens } from '../paging/page-tokens.js';
import { type McpServerView, mcpServerView } from './mcp-server-view.js';

export interface ListMcpServersInput extends ListOptions {
  readonly scope: Scope;
  readonly filters: { readonly registrationStatus?: RegistrationStatus; readonly ownerTeam?: string };
}

/** Lists the MCP servers of an environment by id. */
export const makeListMcpServers = (
  deps: Pick<Ports, 'records' | 'clock' | 'pageTokens' | 'timer'>,
): UseCase<ListMcpServersInput, ListPage<McpServerView>> => {
  const tokens = new PageTokens(deps.pageTokens, deps.clock);
  return async (context, { scope, filters, ...options }) => {
    const coverage = listCoverage(context, 'mcp_server.read', scope);
    if (!coverage.ok) return coverage;
    const found = await pageOfRecords(deps, tokens, {
      kind: mcpServerKind,
      scope,
      question: { list: 'mcp_servers', ...scope, filters },
      where: { is: filters, ...coveredBy(coverage.value) },
      options,
    });
    if (!found.ok) return found;
    const { items, page } = found.value;
    const ids = items.flatMap(({ record }) => record.pendingSubmissionId ?? []);
    const pending = new Map(
      await partsOfRecords(deps, mcpSubmissionKind, scope, {
        ids,
        partOf: ({ serverId, manifest }) =>
          [serverId, { manifest: { registrationStatus: manifest.registrationStatus } }] as const,
      }),
    );
    const views = items.map((stored) => mcpServerView(context, stored, pending.get(stored.record.serverId)));
    return ok({ schemaVersion: '1.0', items: views, page });
  };
};

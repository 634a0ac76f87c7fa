import { type ApprovalStatus, type LifecycleState, ok, type Scope } from '@govgate/domain';
import { credentialBindingKind } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import type { ListPage } from '../paging/list-page.js';
import { coveredBy, listCoverage } from '../paging/list-scope.js';
import { PAGE_BYTES } from '../paging/page-by-id.js';
import { type ListQuestion, PageTokens } from '../paging/page-tokens.js';
import { type CredentialBindingView, credentialBindingView } from './credential-binding-view.js';

export interface ListCredentialBindingsInput {
  readonly scope: Scope;
  readonly filters: {
    readonly approvalStatus?: ApprovalStatus;
    readonly lifecycleState?: LifecycleState;
    readonly sourceId?: string;
    readonly ownerTeam?: string;
  };
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Lists the credential bindings of an environment by id (docs/spec/credential-bindings.md). */
export const makeListCredentialBindings = (
  deps: Pick<Ports, 'records' | 'clock' | 'pageTokens' | 'settings'>,
): UseCase<ListCredentialBindingsInput, ListPage<CredentialBindingView>> => {
  const tokens = new PageTokens(deps.pageTokens, deps.clock);
  return async (context, { scope, filters, limit, cursor }) => {
    const coverage = listCoverage(context, 'credential_binding.read', scope);
    if (!coverage.ok) return coverage;
    const sort = 'credential_binding_id';
    const question: ListQuestion = { list: 'credential_bindings', ...scope, filters, sort };
    const place = tokens.read(question, cursor, 'cursor');
    if (!place.ok) return place;
    const page = await deps.records.page(credentialBindingKind, scope, {
      where: { is: filters, ...coveredBy(coverage.value) },
      limit,
      mostBytes: PAGE_BYTES,
      ...(place.value === undefined ? {} : { after: place.value }),
    });
    const items = page.items.map((stored) => credentialBindingView(context, stored, deps.settings));
    const last = items.at(-1)?.credentialBindingId;
    const next =
      page.more && last !== undefined
        ? { nextCursor: tokens.write(question, { value: last, id: last }) }
        : {};
    return ok({ schemaVersion: '1.0', items, page: { limit, totalCount: page.totalCount, ...next } });
  };
};

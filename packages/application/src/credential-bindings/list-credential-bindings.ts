import { ok, type Scope } from '@govgate/domain';
import type { ApprovalStatus, LifecycleState } from '@govgate/domain/internal';
import { credentialBindingKind } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import type { ListPage } from '../paging/list-page.js';
import { coveredBy, listCoverage } from '../paging/list-scope.js';
import { type ListOptions, pageOfRecords } from '../paging/page-of-records.js';
import { PageTokens } from '../paging/page-tokens.js';
import { type CredentialBindingView, credentialBindingView } from './credential-binding-view.js';

export interface ListCredentialBindingsInput extends ListOptions {
  readonly scope: Scope;
  readonly filters: {
    readonly approvalStatus?: ApprovalStatus;
    readonly lifecycleState?: LifecycleState;
    readonly sourceId?: string;
    readonly ownerTeam?: string;
  };
}

/** Lists the credential bindings of an environment by id (docs/spec/credential-bindings.md). */
export const makeListCredentialBindings = (
  deps: Pick<Ports, 'records' | 'clock' | 'pageTokens' | 'settings'>,
): UseCase<ListCredentialBindingsInput, ListPage<CredentialBindingView>> => {
  const tokens = new PageTokens(deps.pageTokens, deps.clock);
  return async (context, { scope, filters, ...options }) => {
    const coverage = listCoverage(context, 'credential_binding.read', scope);
    if (!coverage.ok) return coverage;
    const paged = await pageOfRecords(deps, tokens, {
      kind: credentialBindingKind,
      scope,
      question: { list: 'credential_bindings', ...scope, filters },
      where: { is: filters, ...coveredBy(coverage.value) },
      options,
    });
    if (!paged.ok) return paged;
    const items = paged.value.items.map((stored) => credentialBindingView(context, stored, deps.settings));
    return ok({ schemaVersion: '1.0', items, page: paged.value.page });
  };
};

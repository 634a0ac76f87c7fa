import { ok, type Scope } from '@govgate/domain';
import type { PolicyStatus } from '@govgate/domain/internal';
import { policyVersionKind } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import type { ListPage } from '../paging/list-page.js';
import { coveredBy, listCoverage } from '../paging/list-scope.js';
import { type ListOptions, pageOfRecords } from '../paging/page-of-records.js';
import { PageTokens } from '../paging/page-tokens.js';
import { type PolicyView, policyView } from './policy-view.js';
import { usageRefsByVersion } from './usage-refs.js';

export interface ListPoliciesInput extends ListOptions {
  readonly scope: Scope;
  readonly status?: PolicyStatus | undefined;
  /** Whether to include manifests; a list omits them by default. */
  readonly includeBody?: boolean;
}

/** A version in a list. */
export type ListedPolicy = Omit<PolicyView, 'body'> & Partial<Pick<PolicyView, 'body'>>;

/** Lists the versions of an environment by id. */
export const makeListPolicies = (
  deps: Pick<Ports, 'records' | 'clock' | 'pageTokens' | 'timer'>,
): UseCase<ListPoliciesInput, ListPage<ListedPolicy>> => {
  const tokens = new PageTokens(deps.pageTokens, deps.clock);
  return async (context, input) => {
    const coverage = listCoverage(context, 'policy.read', input.scope);
    if (!coverage.ok) return coverage;
    const filters = input.status === undefined ? {} : { status: input.status };
    const question = { list: 'policies', ...input.scope, filters };
    const where = { is: filters, ...coveredBy(coverage.value) };
    const paged = await pageOfRecords(deps, tokens, {
      kind: policyVersionKind,
      scope: input.scope,
      question,
      where,
      options: input,
    });
    if (!paged.ok) return paged;
    const versions = paged.value.items.map(({ record }) => record.policyVersion);
    const usage = await usageRefsByVersion(deps, input.scope, versions);
    const items = paged.value.items.map((stored) => {
      const { body, ...rest } = policyView(context, stored, usage.get(stored.record.policyVersion) ?? []);
      return input.includeBody ? { ...rest, body } : rest;
    });
    return ok({ schemaVersion: '1.0', items, page: paged.value.page });
  };
};

import {
  addSeconds,
  type Instant,
  ok,
  type PolicyRule,
  type Principal,
  type Result,
  refuse,
  type Scope,
} from '@govgate/domain';
import {
  approverNamesFor,
  type CallApprovalStatus,
  coverageOf,
  holdsGrantIn,
  isOpenApproval,
  roleOfName,
} from '@govgate/domain/internal';
import { callApprovalKind, type Where } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import type { ListPage } from '../paging/list-page.js';
import { coveredBy } from '../paging/list-scope.js';
import { type ListOptions, pageOfRecords } from '../paging/page-of-records.js';
import { PageTokens } from '../paging/page-tokens.js';
import { activeVersion } from '../policies/active-version.js';
import { type CallApprovalView, callApprovalView } from './call-approval-view.js';

export interface ListApprovalsInput extends ListOptions {
  readonly scope: Scope;
  readonly filters: {
    readonly status?: CallApprovalStatus;
    readonly clientSessionId?: string;
    readonly policyVersion?: string;
    readonly approverRole?: string;
  };
}

type Deps = Pick<Ports, 'records' | 'clock' | 'pageTokens' | 'publicUrl'>;
type Listed = Where<typeof callApprovalKind>;

/**
 * Lists the approvals of an environment by id, which is the order of their requests: all of them for readers of approvals, for others those
 * they may decide (docs/spec/approvals.md).
 */
export const makeListApprovals = (deps: Deps): UseCase<ListApprovalsInput, ListPage<CallApprovalView>> => {
  const tokens = new PageTokens(deps.pageTokens, deps.clock);
  return async (context, { scope, filters, ...options }) => {
    const shown = await shownTo(deps, context.principal, scope);
    if (!shown.ok) return shown;
    const now = deps.clock.now();
    const question = { list: 'approvals', ...scope, filters };
    const where = { is: filters, ...unexpired(filters.status, now), ...shown.value };
    const page = await pageOfRecords(deps, tokens, {
      kind: callApprovalKind,
      scope,
      question,
      where,
      options,
    });
    if (!page.ok) return page;
    const items = page.value.items.map((stored) => callApprovalView(deps, context, stored));
    return ok({ schemaVersion: '1.0', items, page: page.value.page });
  };
};

const shownTo = async (deps: Deps, principal: Principal, scope: Scope): Promise<Result<Listed>> => {
  if (principal.tenantId !== scope.tenantId || !holdsGrantIn(principal, scope.environmentId))
    return refuse('scope_forbidden');
  const coverage = coverageOf(principal, 'approval.read', scope);
  if (coverage !== undefined) return ok(coveredBy(coverage));
  const approver = approverNamesFor(principal, scope);
  return (await isApprover(deps, scope, approver)) ? ok({ has: { approver } }) : refuse('permission_denied');
};

// Anyone whom the active policy may ask has a queue, even if empty; so has anyone asked under an earlier version.
const isApprover = async (deps: Deps, scope: Scope, approver: readonly string[]): Promise<boolean> => {
  if (approver.length === 0) return false;
  const active = await activeVersion(deps, scope);
  const { rules = [] } = (active?.record.body ?? {}) as { readonly rules?: readonly PolicyRule[] };
  const roles = new Set(rules.flatMap(({ approval }) => approval?.approver_role ?? []));
  if (approver.some((name) => roles.has(roleOfName(name)))) return true;
  return (await deps.records.count(callApprovalKind, scope, { has: { approver } })) > 0;
};

// An approval open in the store may have expired since.
const unexpired = (status: CallApprovalStatus | undefined, now: Instant): Listed =>
  status !== undefined && isOpenApproval(status)
    ? { range: { attribute: 'expiresAt', from: addSeconds(now, 0.001) } }
    : {};

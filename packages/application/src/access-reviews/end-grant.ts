import { type AccessReviewItem, ok, type Result } from '@govgate/domain';
import { bindingVerbs, type ReviewedKind, roleBindingStatus } from '@govgate/domain/internal';
import {
  apiTokenKind,
  type CommitBatch,
  credentialBindingKind,
  roleBindingKind,
  type Stored,
  serviceAccountKind,
  type Tenant,
} from '@govgate/ports';
import { SERVICE_ACCOUNTS } from '../accounts/account-type.js';
import { disableAccount } from '../accounts/disable-account.js';
import { revokeToken } from '../api-tokens/withdraw-api-token.js';
import { decideChange } from '../call/change-record.js';
import type { CallContext } from '../call/context.js';
import type { Decision } from '../call/decide-and-commit.js';
import { type BindingChangeDeps, recordChangeOf } from '../credential-bindings/change-credential-binding.js';
import { disableBinding } from '../role-bindings/disable-role-binding.js';

/** What ends, and why. */
export interface EndedGrant {
  readonly item: AccessReviewItem;
  /** The tenant's record as it was read before. */
  readonly guard: Stored<Tenant>;
  readonly reasonCode: string;
  readonly reason?: string | undefined;
  readonly tried: number;
}

export type EndDeps = BindingChangeDeps & Parameters<typeof disableBinding>[0];

/** The commit that ends a grant as its own verb would; undefined if it has ended already. */
export const endGrant = async (
  deps: EndDeps,
  context: CallContext,
  ended: EndedGrant,
): Promise<Result<CommitBatch | undefined>> => {
  // If-Match is about the review.
  const { ifMatch: _, ...free } = context;
  const decided = await ENDINGS[ended.item.kind](deps, free, ended);
  return decided === undefined ? ok(undefined) : decided.ok ? ok(decided.value.commit) : decided;
};

type Ending = (
  deps: EndDeps,
  context: CallContext,
  ended: EndedGrant,
) => Promise<Result<Decision<unknown>> | undefined>;

const ENDINGS: Readonly<Record<ReviewedKind, Ending>> = {
  role_binding: async (
    deps,
    context,
    { item: { tenantId, resourceId }, guard, reasonCode, reason = null },
  ) => {
    const stored = await deps.records.get(roleBindingKind, { tenantId }, resourceId);
    if (stored === undefined || roleBindingStatus(stored.record, deps.clock.now()) === 'expired')
      return undefined;
    const input = { tenantId, bindingId: resourceId, reasonCode, reason };
    return disableBinding(deps, context, { input, stored, guard });
  },
  api_token: async (deps, context, { item: { tenantId, resourceId }, guard, reasonCode, reason }) => {
    const stored = await deps.records.get(apiTokenKind, { installation: true }, resourceId);
    if (stored?.record.tenantId !== tenantId) return undefined;
    const input = { tenantId, tokenId: resourceId, reasonCode, reason };
    return revokeToken(deps, context, { input, stored, guard });
  },
  service_account: async (deps, context, { item, guard, reasonCode, reason, tried }) => {
    const { tenantId, resourceId: accountId } = item;
    const stored = await deps.records.get(serviceAccountKind, { tenantId }, accountId);
    if (stored === undefined) return undefined;
    const input = { tenantId, accountId, reasonCode, reason };
    return disableAccount(deps, context, {
      type: SERVICE_ACCOUNTS,
      input,
      stored,
      guard,
      overReports: tried > 0,
    });
  },
  credential_binding: async (deps, context, { item, reasonCode, reason }) => {
    const { tenantId, environmentId, resourceId } = item;
    const scope = { tenantId, environmentId };
    const stored = await deps.records.get(credentialBindingKind, scope, resourceId);
    if (stored === undefined) return undefined;
    const { permission, eventType, decide } = bindingVerbs.revoke;
    const change = recordChangeOf(deps, context, {
      scope,
      credentialBindingId: resourceId,
      reasonCode,
      reason,
      permission,
      eventType,
      action: 'revoke',
      decide,
      answer: () => undefined,
    });
    const target = { ...scope, resourceId, ownerTeam: stored.record.owner.team };
    return decideChange(deps, context, { change, admitted: { stored, target } });
  },
};

import { type ApiToken, ok, type Result, refuse } from '@govgate/domain';
import { decideRevokeApiToken } from '@govgate/domain/internal';
import { apiTokenKind, type Stored, type Tenant, tenantKind } from '@govgate/ports';
import { endTokens, revokedEvent } from '../accounts/end-tokens.js';
import type { ChangeDeps } from '../call/change-record.js';
import type { CallContext, UseCase } from '../call/context.js';
import { type Decision, decideAndCommit } from '../call/decide-and-commit.js';
import { lockKey } from '../call/key-lock.js';
import { afterWrite, checkIfMatch } from '../call/record-tag.js';
import { readGuard, touchGuard } from '../role-bindings/tenant-guard.js';
import { type ApiTokenView, apiTokenView } from './api-token-view.js';
import { type NamedApiToken, seenApiToken } from './seen-api-token.js';

export interface WithdrawApiTokenInput extends NamedApiToken {
  readonly reasonCode: string;
  readonly reason?: string | undefined;
}

/** An API token to revoke, and the tenant's record as it was read before. */
interface GuardedToken {
  readonly guard: Stored<Tenant>;
  readonly stored: Stored<ApiToken>;
}

/**
 * Revokes an API token of the tenant and every token made with it, effective with the next call on every process. Everybody may revoke
 * their own; a narrowed token may revoke itself (docs/spec/identity.md#api-tokens).
 */
export const makeWithdrawApiToken =
  (deps: ChangeDeps): UseCase<WithdrawApiTokenInput, ApiTokenView> =>
  (context, input) =>
    decideAndCommit(deps, context, {
      lock: lockKey(tenantKind, { tenantId: input.tenantId }),
      admit: () => admit(deps, context, input),
      decide: (found) => {
        const matches = checkIfMatch(context, found.stored);
        return matches.ok ? revokeToken(deps, context, { input, ...found }) : matches;
      },
    });

// The guard is read before what it guards: a token made with this one meanwhile writes it too.
const admit = async (
  { records }: ChangeDeps,
  context: CallContext,
  input: WithdrawApiTokenInput,
): Promise<Result<GuardedToken>> => {
  if (context.principal.tenantId !== input.tenantId) return refuse('not_found');
  const guard = await readGuard(records, input.tenantId);
  const seen = await seenApiToken(records, context, { named: input, permission: 'local_identity.manage' });
  if (!seen.ok) return seen;
  return guard === undefined ? refuse('not_found') : ok({ guard, stored: seen.value });
};

/** The commit that revokes an API token and every token made with it; none if it is revoked already. */
export const revokeToken = async (
  deps: ChangeDeps,
  context: CallContext,
  { input, guard, stored }: GuardedToken & { readonly input: WithdrawApiTokenInput },
): Promise<Result<Decision<ApiTokenView>>> => {
  const now = deps.clock.now();
  const decided = decideRevokeApiToken(stored.record, { actorId: context.principal.actorId, now });
  if (!decided.ok) return decided;
  if (decided.value.kind === 'no_change') return ok({ output: apiTokenView(context, stored, now) });
  const { record, changedFields } = decided.value;
  const made = await endTokens(deps, context, { ...input, with: record.tokenId });
  return ok({
    commit: {
      changes: [
        touchGuard(guard),
        { kind: apiTokenKind, record, expectedVersion: stored.version },
        ...made.changes,
      ],
      audit: [
        revokedEvent(deps, context, { ...input, moved: [stored.record, record], changedFields }),
        ...made.events,
      ],
    },
    output: apiTokenView(context, afterWrite(stored, record), now),
  });
};

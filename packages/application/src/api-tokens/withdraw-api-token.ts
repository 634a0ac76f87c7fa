import { type ApiToken, decideRevokeApiToken, isOwnToken, ok, type Result, refuse } from '@govgate/domain';
import { apiTokenKind, type Stored } from '@govgate/ports';
import { mayInTenant } from '../call/allowed.js';
import { auditEvent } from '../call/audit-event.js';
import type { ChangeDeps } from '../call/change-record.js';
import type { CallContext, UseCase } from '../call/context.js';
import { decideAndCommit } from '../call/decide-and-commit.js';
import { afterWrite, checkIfMatch } from '../call/record-tag.js';
import { turnAt } from '../call/turns.js';
import { type ApiTokenView, apiTokenView } from './api-token-view.js';

export interface WithdrawApiTokenInput {
  readonly tenantId: string;
  readonly tokenId: string;
  readonly reasonCode: string;
  readonly reason?: string | undefined;
}

const INSTALLATION = { installation: true } as const;

/** Revokes an API token of the tenant, with effect on the next call on every process. Everybody may revoke their own. */
export const makeWithdrawApiToken =
  (deps: ChangeDeps): UseCase<WithdrawApiTokenInput, ApiTokenView> =>
  (context, input) =>
    decideAndCommit(deps, context, {
      turn: turnAt(apiTokenKind, INSTALLATION, input.tokenId),
      admit: () => admit(deps, context, input),
      decide: (stored) => {
        if (stored === undefined) return refuse('not_found');
        const matches = checkIfMatch(context, stored);
        if (!matches.ok) return matches;
        const now = deps.clock.now();
        const decided = decideRevokeApiToken(stored.record, { actorId: context.principal.actorId, now });
        if (!decided.ok) return decided;
        if (decided.value.kind === 'no_change') return ok({ output: apiTokenView(context, stored, now) });
        const { record, changedFields } = decided.value;
        const event = auditEvent(deps, context, {
          eventType: 'api_token.revoked',
          action: 'revoke',
          environmentId: null,
          resourceId: record.tokenId,
          reasonCode: input.reasonCode,
          reason: input.reason,
          changedFields,
          relatedIds: [record.subjectId],
        });
        return ok({
          commit: {
            changes: [{ kind: apiTokenKind, record, expectedVersion: stored.version }],
            audit: [event],
          },
          output: apiTokenView(context, afterWrite(stored, record), now),
        });
      },
    });

// For a caller who may not revoke other people's tokens, such a token and an absent one answer alike.
const admit = async (
  { records }: ChangeDeps,
  context: CallContext,
  { tenantId, tokenId }: WithdrawApiTokenInput,
): Promise<Result<Stored<ApiToken> | undefined>> => {
  if (context.principal.tenantId !== tenantId) return refuse('not_found');
  const found = await records.get(apiTokenKind, INSTALLATION, tokenId);
  const stored = found?.record.tenantId === tenantId ? found : undefined;
  if (stored !== undefined && isOwnToken(context.principal, stored.record)) return ok(stored);
  const allowed = mayInTenant(context, 'local_identity.manage', tenantId);
  return allowed.ok ? ok(stored) : allowed;
};

import { decideRevokeApiToken, ok } from '@govgate/domain';
import { apiTokenKind } from '@govgate/ports';
import { auditEvent } from '../call/audit-event.js';
import type { ChangeDeps } from '../call/change-record.js';
import type { UseCase } from '../call/context.js';
import { decideAndCommit } from '../call/decide-and-commit.js';
import { afterWrite, checkIfMatch } from '../call/record-tag.js';
import { turnAt } from '../call/turns.js';
import { type ApiTokenView, apiTokenView } from './api-token-view.js';
import { INSTALLATION, type NamedApiToken, seenApiToken } from './seen-api-token.js';

export interface WithdrawApiTokenInput extends NamedApiToken {
  readonly reasonCode: string;
  readonly reason?: string | undefined;
}

/** Revokes an API token of the tenant, effective with the next call on every process. Everybody may revoke their own. */
export const makeWithdrawApiToken =
  (deps: ChangeDeps): UseCase<WithdrawApiTokenInput, ApiTokenView> =>
  (context, input) =>
    decideAndCommit(deps, context, {
      turn: turnAt(apiTokenKind, INSTALLATION, input.tokenId),
      admit: () => seenApiToken(deps.records, context, { named: input, permission: 'local_identity.manage' }),
      decide: (stored) => {
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

import type { ApiToken, AuditEvent } from '@govgate/domain';
import { decideRevokeApiToken } from '@govgate/domain/internal';
import { apiTokenKind, type Change, inForceFrom } from '@govgate/ports';
import { auditEvent } from '../call/audit-event.js';
import type { CallContext } from '../call/context.js';
import type { Ports } from '../call/ports.js';

/** Valid tokens that end with an account, its own and those made with them: all are revoked in one commit. */
export const MOST_TOKENS = 1_000;
/** More than the command line makes, which has no such limit. */
const MANY = 100_000;

/** Revoked tokens: the writes, each with its event. */
export interface EndedTokens {
  readonly changes: readonly Change[];
  readonly events: readonly AuditEvent[];
}

/** Why they end. */
interface Reason {
  readonly reasonCode: string;
  readonly reason?: string | undefined;
}

/**
 * Revokes the valid tokens that end with an account or with a token: `with` is the account's `bearerKey` or the token's id. Whoever calls it
 * writes the tenant's record in the same commit, as whoever makes a token does, so that none is made meanwhile.
 */
export const endTokens = async (
  deps: Pick<Ports, 'records' | 'clock' | 'ids'>,
  context: CallContext,
  request: Reason & { readonly with: string },
): Promise<EndedTokens> => {
  const now = deps.clock.now();
  const where = { has: { endsWith: request.with }, range: inForceFrom(now) };
  const page = await deps.records.page(apiTokenKind, { installation: true }, { where, limit: MANY });
  const ended = page.items.flatMap(({ record, version }) => {
    const decided = decideRevokeApiToken(record, { actorId: context.principal.actorId, now });
    if (!decided.ok || decided.value.kind === 'no_change') return [];
    const change = { kind: apiTokenKind, record: decided.value.record, expectedVersion: version };
    const { changedFields } = decided.value;
    return [
      {
        change,
        event: revokedEvent(deps, context, {
          ...request,
          moved: [record, decided.value.record],
          changedFields,
        }),
      },
    ];
  });
  return { changes: ended.map(({ change }) => change), events: ended.map(({ event }) => event) };
};

interface RevokedToken extends Reason {
  readonly moved: readonly [before: ApiToken, after: ApiToken];
  readonly changedFields: readonly string[];
}

/** The event of a revoked token. */
export const revokedEvent = (
  deps: Pick<Ports, 'clock' | 'ids'>,
  context: CallContext,
  { moved, changedFields, reasonCode, reason }: RevokedToken,
): AuditEvent =>
  auditEvent(deps, context, {
    eventType: 'api_token.revoked',
    action: 'revoke',
    environmentId: null,
    resourceId: moved[1].tokenId,
    reasonCode,
    reason,
    changedFields,
    relatedIds: [moved[1].subjectId],
    moved,
  });

import { ok, type Result, type User } from '@govgate/domain';
import { type Change, type LogoutClaims, receivedTokenKind, tenantKind, userKind } from '@govgate/ports';
import { type EndedUser, endRevokedSessions, endSessions, revocationOf } from '../accounts/end-sessions.js';
import { auditEvent } from '../call/audit-event.js';
import type { ChangeDeps } from '../call/change-record.js';
import type { CallContext } from '../call/context.js';
import { type Decision, decideAndCommit } from '../call/decide-and-commit.js';
import { lockKey } from '../call/key-lock.js';
import type { Ports } from '../call/ports.js';

/** Dependencies of what identity providers report by signed tokens. */
export type SignedOutDeps = ChangeDeps & Pick<Ports, 'hash' | 'settings'>;

/** Sessions ended by the first commit, which fences all of them. */
const ENDED_AT_FIRST = 100;

/** The identity provider speaks for the user, who is the actor as at a first sign-in. */
export const asUser = ({ principal, ...context }: CallContext, { userId, tenantId }: User): CallContext => ({
  ...context,
  principal: { ...principal, tenantId, actorType: 'user', actorId: userId, authMethod: 'jwt' },
});

/** Which of a user's sessions end, and why. */
export interface EndedSessions {
  readonly environmentIds: readonly string[];
  readonly reasonCode: string;
}

/** The environments of a tenant. */
export const environmentsOf = async (
  { records }: Pick<SignedOutDeps, 'records'>,
  tenantId: string,
): Promise<readonly string[]> =>
  (await records.get(tenantKind, { tenantId }, tenantId))?.record.environments ?? [];

/** A token as it is noted, so that it counts once. */
export const hashOfToken = ({ hash }: SignedOutDeps, { issuer, tokenId }: LogoutClaims): string =>
  hash(JSON.stringify([issuer, tokenId]));

/** The note of a token, which conflicts where it was noted before. */
export const notedToken = ({ clock }: SignedOutDeps, tenantId: string, tokenHash: string): Change => ({
  kind: receivedTokenKind,
  record: { tenantId, tokenHash, receivedAt: clock.now() },
  expectedVersion: null,
});

/** What a token did: nothing where it came before, or a repeated one would end the sessions that began since. */
type SignedOut = 'signed_out' | 'repeated';

/** Ends live sessions of the user that the context speaks for, once for a token. */
export const signOut = async (
  deps: SignedOutDeps,
  context: CallContext,
  { claims, environmentIds, reasonCode }: EndedSessions & { readonly claims: LogoutClaims },
): Promise<Result<SignedOut>> => {
  const { tenantId } = context.principal;
  const ended = { tenantId, accountId: claims.subjectId, reasonCode };
  const tokenHash = hashOfToken(deps, claims);
  const first = await decideAndCommit(deps, context, {
    lock: lockKey(userKind, { tenantId }, claims.subjectId),
    admit: async () => ok(await deps.records.get(receivedTokenKind, { tenantId }, tokenHash)),
    decide: async (known, tried) =>
      ok<Decision<SignedOut>>(
        known === undefined
          ? await decide(deps, context, { ended, environmentIds, tokenHash, overReports: tried > 0 })
          : { output: 'repeated' },
      ),
  });
  if (first.ok && first.value === 'signed_out')
    await endRevokedSessions(deps, context, { ended, environmentIds });
  return first;
};

interface SignOut {
  readonly ended: EndedUser;
  readonly environmentIds: readonly string[];
  readonly tokenHash: string;
  readonly overReports: boolean;
}

const decide = async (
  deps: SignedOutDeps,
  context: CallContext,
  { ended, environmentIds, tokenHash, overReports }: SignOut,
): Promise<Decision<SignedOut>> => {
  const revocations = environmentIds.map((environmentId) => revocationOf(deps, ended, environmentId));
  const sessions = await endSessions(deps, context, {
    ended,
    revocations,
    most: ENDED_AT_FIRST,
    overReports,
  });
  const event = auditEvent(deps, context, {
    eventType: 'user.signed_out',
    action: 'sign_out',
    environmentId: null,
    resourceId: ended.accountId,
    reasonCode: ended.reasonCode,
    relatedIds: revocations.map(({ revocationId }) => revocationId),
  });
  const noted = notedToken(deps, ended.tenantId, tokenHash);
  return {
    commit: { changes: [noted, ...sessions.changes], audit: [event, ...sessions.events], revocations },
    output: 'signed_out',
  };
};

import { ok, type Result, refuse, type User } from '@govgate/domain';
import type { LogoutClaims } from '@govgate/ports';
import { receivedTokenKind, tenantKind, userKind } from '@govgate/ports';
import { type EndedUser, endFencedSessions, endSessions, revocationOf } from '../accounts/end-sessions.js';
import { auditEvent } from '../call/audit-event.js';
import type { ChangeDeps } from '../call/change-record.js';
import type { CallContext, UseCase } from '../call/context.js';
import { type Decision, decideAndCommit } from '../call/decide-and-commit.js';
import { lockKey } from '../call/key-lock.js';
import type { Ports } from '../call/ports.js';
import { settingsOf } from '../environments/environment-settings.js';

export interface BackchannelLogoutInput {
  readonly logoutToken: string;
}

type Deps = ChangeDeps & Pick<Ports, 'hash' | 'settings' | 'logoutTokens'>;

/** Sessions ended by the first commit, which fences all of them. */
const ENDED_AT_FIRST = 100;
const SIGNED_OUT = 'signed_out';

/**
 * Somebody signed out at the identity provider (OpenID Connect Back-Channel Logout 1.0). Their live sessions end in the environments whose
 * settings say so (docs/spec/identity.md). A token counts once. Without a user of that id nothing is to be done, which nobody learns.
 */
export const makeBackchannelLogout =
  (deps: Deps): UseCase<BackchannelLogoutInput, undefined> =>
  async (context, { logoutToken }) => {
    const claims = (await deps.logoutTokens?.verify(logoutToken)) ?? 'invalid';
    if (claims === 'unavailable') return refuse('identity_provider_unavailable');
    if (claims === 'invalid') return refuse('invalid_request', 'logout_token');
    const tenantId = claims.tenantId ?? deps.settings.bootstrapTenant;
    const user = await deps.records.get(userKind, { tenantId }, claims.subjectId);
    return user === undefined ? ok(undefined) : signOut(deps, asUser(context, user.record), claims);
  };

// The identity provider speaks for the user, who is the actor as at a first sign-in.
const asUser = ({ principal, ...context }: CallContext, { userId, tenantId }: User): CallContext => ({
  ...context,
  principal: { ...principal, tenantId, actorType: 'user', actorId: userId, authMethod: 'jwt' },
});

const signOut = async (
  deps: Deps,
  context: CallContext,
  claims: LogoutClaims,
): Promise<Result<undefined>> => {
  const { tenantId } = context.principal;
  const ended = { tenantId, accountId: claims.subjectId, reasonCode: SIGNED_OUT };
  const tokenHash = deps.hash(JSON.stringify([claims.issuer, claims.tokenId]));
  const environmentIds = await endingEnvironments(deps, tenantId);
  const first = await decideAndCommit(deps, context, {
    lock: lockKey(userKind, { tenantId }, claims.subjectId),
    admit: async () => ok(await deps.records.get(receivedTokenKind, { tenantId }, tokenHash)),
    decide: async (known, tried) =>
      known === undefined
        ? ok(await decide(deps, context, { ended, environmentIds, tokenHash, overReports: tried > 0 }))
        : refuse('invalid_request', 'logout_token'),
  });
  if (first.ok) await endFencedSessions(deps, context, { ended, environmentIds });
  return first;
};

interface SignOut {
  readonly ended: EndedUser;
  readonly environmentIds: readonly string[];
  readonly tokenHash: string;
  readonly overReports: boolean;
}

const decide = async (
  deps: Deps,
  context: CallContext,
  { ended, environmentIds, tokenHash, overReports }: SignOut,
): Promise<Decision<undefined>> => {
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
  const received = { tenantId: ended.tenantId, tokenHash, receivedAt: deps.clock.now() };
  const noted = { kind: receivedTokenKind, record: received, expectedVersion: null };
  return {
    commit: { changes: [noted, ...sessions.changes], audit: [event, ...sessions.events], revocations },
    output: undefined,
  };
};

/** The environments whose settings end sessions with a sign-out. */
const endingEnvironments = async (deps: Deps, tenantId: string): Promise<readonly string[]> => {
  const tenant = await deps.records.get(tenantKind, { tenantId }, tenantId);
  const ending: string[] = [];
  for (const environmentId of tenant?.record.environments ?? []) {
    const { record } = await settingsOf(deps, { tenantId, environmentId });
    if (record.sessions.endOnLogout) ending.push(environmentId);
  }
  return ending;
};

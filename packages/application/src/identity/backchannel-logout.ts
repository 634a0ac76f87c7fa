import { ok, type Result, type Revocation, refuse, type User } from '@govgate/domain';
import type { LogoutClaims } from '@govgate/ports';
import { receivedTokenKind, tenantKind, userKind } from '@govgate/ports';
import { endSessions } from '../accounts/what-ends.js';
import { auditEvent } from '../call/audit-event.js';
import type { ChangeDeps } from '../call/change-record.js';
import type { CallContext, UseCase } from '../call/context.js';
import { type Decision, decideAndCommit } from '../call/decide-and-commit.js';
import { lockKey } from '../call/key-lock.js';
import type { Ports } from '../call/ports.js';
import { settingsOf } from '../tenants/environment-settings.js';

export interface BackchannelLogoutInput {
  readonly logoutToken: string;
}

type Deps = ChangeDeps & Pick<Ports, 'hash' | 'settings' | 'logoutTokens'>;

/** Sessions ended in one commit; all of them are fenced by the first. */
const ENDED_AT_ONCE = 100;
/** Commits of a call at most: more live sessions than anybody has. */
const MANY = 50;
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
  const tokenHash = deps.hash(JSON.stringify([claims.issuer, claims.tokenId]));
  const revocations = await revocationsFor(deps, claims.subjectId, tenantId);
  const first = await decideAndCommit(deps, context, {
    lock: lockKey(userKind, { tenantId }, claims.subjectId),
    admit: async () => ok(await deps.records.get(receivedTokenKind, { tenantId }, tokenHash)),
    decide: async (known, tried): Promise<Result<Decision<undefined>>> => {
      if (known !== undefined) return refuse('invalid_request', 'logout_token');
      const sessions = await endSome(deps, context, { revocations, overReports: tried > 0 });
      const event = auditEvent(deps, context, {
        eventType: 'user.signed_out',
        action: 'sign_out',
        environmentId: null,
        resourceId: claims.subjectId,
        reasonCode: SIGNED_OUT,
        relatedIds: revocations.map(({ revocationId }) => revocationId),
      });
      const received = { tenantId, tokenHash, receivedAt: deps.clock.now() };
      const noted = { kind: receivedTokenKind, record: received, expectedVersion: null };
      return ok({
        commit: { changes: [noted, ...sessions.changes], audit: [event, ...sessions.events], revocations },
        output: undefined,
      });
    },
  });
  if (first.ok) await endTheRest(deps, context, revocations);
  return first;
};

/** One for each environment whose sessions end with a sign-out. */
const revocationsFor = async (
  deps: Deps,
  subjectId: string,
  tenantId: string,
): Promise<readonly Revocation[]> => {
  const tenant = await deps.records.get(tenantKind, { tenantId }, tenantId);
  const ending: Revocation[] = [];
  for (const environmentId of tenant?.record.environments ?? []) {
    const { record } = await settingsOf(deps, { tenantId, environmentId });
    if (record.sessions.endOnLogout)
      ending.push({
        revocationId: deps.ids.mint('revocation'),
        tenantId,
        environmentId,
        subjectType: 'user',
        subjectId,
        effectiveAt: deps.clock.now(),
        reasonCode: SIGNED_OUT,
      });
  }
  return ending;
};

interface SessionsInQuestion {
  readonly revocations: readonly Revocation[];
  readonly overReports: boolean;
}

const endSome = (deps: Deps, context: CallContext, { revocations, overReports }: SessionsInQuestion) => {
  const { tenantId, actorId: accountId } = context.principal;
  const ended = { tenantId, accountId, subjectType: 'user', reasonCode: SIGNED_OUT, overReports } as const;
  return endSessions(deps, context, { ended, revocations, most: ENDED_AT_ONCE });
};

// They are fenced already; what fails here is marked when their gateway reports them next.
const endTheRest = async (
  deps: Deps,
  context: CallContext,
  revocations: readonly Revocation[],
): Promise<void> => {
  for (let commits = 0; commits < MANY; commits += 1) {
    const { changes, events } = await endSome(deps, context, { revocations, overReports: true });
    const [event, ...others] = events;
    if (event === undefined) return;
    const outcome = await deps.unitOfWork.commit({ changes, audit: [event, ...others] });
    if (!outcome.committed) return;
  }
};

import { ok, type Result, refuse, type User } from '@govgate/domain';
import { type Change, receivedTokenKind, type SignalClaims, type UnitOfWork, userKind } from '@govgate/ports';
import { makeDisableUser } from '../accounts/disable-account.js';
import type { CallContext, UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { identityProvider } from '../identity/operator.js';
import { asUser, environmentsOf, hashOfToken, notedToken, type SignedOutDeps, signOut } from './sign-out.js';

export interface ReceiveSignalInput {
  /** A Security Event Token. */
  readonly signal: string;
}

/** Dependencies of what is received of identity providers as signals. */
export type SignalDeps = SignedOutDeps & Pick<Ports, 'signals'>;

const DISABLES = 'https://schemas.openid.net/secevent/risc/event-type/account-disabled';

/** Events that end sessions, with the reason that the trail gives. */
const ENDS_SESSIONS: Readonly<Record<string, string>> = {
  'https://schemas.openid.net/secevent/caep/event-type/session-revoked': 'session_revoked',
  'https://schemas.openid.net/secevent/caep/event-type/credential-change': 'credential_change',
};

/**
 * The identity provider reports on a user by a Security Event Token (OpenID Shared Signals, CAEP and RISC; docs/spec/identity.md): their live
 * sessions end in every environment, or they are disabled. A token counts once, and is acknowledged whenever it comes again (RFC 8935, 2);
 * so are other events, and users whom nobody knows.
 */
export const makeReceiveSignal =
  (deps: SignalDeps): UseCase<ReceiveSignalInput, undefined> =>
  async (context, { signal }) => {
    const claims = (await deps.signals?.verify(signal, 'pushed')) ?? 'invalid_request';
    if (claims === 'unavailable') return refuse('identity_provider_unavailable');
    if (claims === 'of_no_user') return ok(undefined);
    if (typeof claims === 'string') return refuse('invalid_request', 'signal');
    return takeSignal(deps, context, claims);
  };

/** Does what a verified token says, once: nothing where it was taken before. */
export const takeSignal = async (
  deps: SignalDeps,
  context: CallContext,
  claims: SignalClaims,
): Promise<Result<undefined>> => {
  const tenantId = claims.tenantId ?? deps.settings.bootstrapTenant;
  const user = await deps.records.get(userKind, { tenantId }, claims.subjectId);
  return user === undefined ? ok(undefined) : act(deps, context, { claims, user: user.record });
};

interface Signalled {
  readonly claims: SignalClaims;
  readonly user: User;
}

const act = async (
  deps: SignalDeps,
  context: CallContext,
  signalled: Signalled,
): Promise<Result<undefined>> => {
  const { eventTypes } = signalled.claims;
  if (eventTypes.includes(DISABLES)) return disable(deps, context, signalled);
  const reasonCode = eventTypes.flatMap((type) => ENDS_SESSIONS[type] ?? [])[0];
  return reasonCode === undefined
    ? ok(undefined)
    : endEverywhere(deps, context, { ...signalled, reasonCode });
};

const endEverywhere = async (
  deps: SignalDeps,
  context: CallContext,
  { claims, user, reasonCode }: Signalled & { readonly reasonCode: string },
): Promise<Result<undefined>> => {
  const environmentIds = await environmentsOf(deps, user.tenantId);
  const done = await signOut(deps, asUser(context, user), { claims, environmentIds, reasonCode });
  return done.ok ? ok(undefined) : done;
};

const disable = async (
  deps: SignalDeps,
  context: CallContext,
  signalled: Signalled,
): Promise<Result<undefined>> => {
  const {
    claims,
    user: { tenantId, userId },
  } = signalled;
  const tokenHash = hashOfToken(deps, claims);
  if ((await deps.records.get(receivedTokenKind, { tenantId }, tokenHash)) !== undefined)
    return ok(undefined);
  const noting = notingFirst(deps.unitOfWork, notedToken(deps, tenantId, tokenHash));
  const environments = await environmentsOf(deps, tenantId);
  const speaker = { ...context, ...identityProvider({ tenantId, environments }) };
  const reasonCode = 'account_disabled';
  const disabled = await makeDisableUser({ ...deps, unitOfWork: noting.unitOfWork })(speaker, {
    tenantId,
    accountId: userId,
    reasonCode,
  });
  if (!disabled.ok) return disabled;
  // Somebody who was disabled before: the token is noted all the same, or it would disable them again once they are back.
  return noting.isNoted() ? ok(undefined) : endEverywhere(deps, context, { ...signalled, reasonCode });
};

// The first commit is the one that disables; what is still to be ended follows in others.
const notingFirst = (
  inner: UnitOfWork,
  noted: Change,
): { readonly unitOfWork: UnitOfWork; isNoted(): boolean } => {
  let isNoted = false;
  return {
    isNoted: () => isNoted,
    unitOfWork: {
      observe: (changes) => inner.observe(changes),
      commit: async (batch) => {
        const outcome = await inner.commit(
          isNoted ? batch : { ...batch, changes: [...batch.changes, noted] },
        );
        isNoted ||= outcome.committed;
        return outcome;
      },
    },
  };
};

import { ok, refuse } from '@govgate/domain';
import { userKind } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { settingsOf } from '../environments/environment-settings.js';
import { SIGNED_OUT } from '../signals/signal-of.js';
import { asUser, environmentsOf, type SignedOutDeps, signOut } from './sign-out.js';

export interface BackchannelLogoutInput {
  readonly logoutToken: string;
}

type Deps = SignedOutDeps & Pick<Ports, 'logoutTokens'>;

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
    if (user === undefined) return ok(undefined);
    const environmentIds = await endingEnvironments(deps, tenantId);
    const ended = { claims, environmentIds, reasonCode: SIGNED_OUT };
    const done = await signOut(deps, asUser(context, user.record), ended);
    if (!done.ok) return done;
    return done.value === 'repeated' ? refuse('invalid_request', 'logout_token') : ok(undefined);
  };

/** The environments whose settings end sessions with a sign-out. */
const endingEnvironments = async (deps: Deps, tenantId: string): Promise<readonly string[]> => {
  const ending: string[] = [];
  for (const environmentId of await environmentsOf(deps, tenantId)) {
    const { record } = await settingsOf(deps, { tenantId, environmentId });
    if (record.sessions.endOnLogout) ending.push(environmentId);
  }
  return ending;
};

import type { TokenVerifier } from '@govgate/ports';
import { ContainerModule } from 'inversify';
import type { IdentityProvider } from '../identity/identity-provider.js';
import type { ServerSettings } from '../settings/settings.js';
import { ID } from './identifiers.js';

/** The JWT verifier: the given one, else the issuer's. `jose` is loaded only if an issuer is configured: it costs a start 30 ms. */
export const identityModule = async (
  { jwt, consoleOidc }: Pick<ServerSettings, 'jwt' | 'consoleOidc'>,
  given?: TokenVerifier,
): Promise<ContainerModule> => {
  if (given !== undefined)
    return constantly({
      verifier: given,
      logoutTokens: undefined,
      signals: undefined,
      part: undefined,
      open: () => undefined,
    });
  if (jwt === undefined) return constantly(undefined);
  const { makeIdentityProvider } = await import('../identity/identity-provider.js');
  return new ContainerModule(({ bind }) => {
    bind(ID.identityProvider)
      .toResolvedValue(
        (clock, log) => makeIdentityProvider(jwt, { clock, log, clientId: consoleOidc?.clientId }),
        [ID.clock, ID.log],
      )
      .inSingletonScope();
  });
};

const constantly = (provider: IdentityProvider | undefined): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(ID.identityProvider).toConstantValue(provider);
  });

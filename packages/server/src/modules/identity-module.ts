import { ContainerModule } from 'inversify';
import type { ServerSettings } from '../settings/settings.js';
import { ID } from './identifiers.js';

/** Who verifies JWTs. `jose` is loaded only where an issuer is configured: it costs a start about 30 ms. */
export const identityModule = async ({ jwt }: Pick<ServerSettings, 'jwt'>): Promise<ContainerModule> => {
  if (jwt === undefined)
    return new ContainerModule(({ bind }) => {
      bind(ID.identityProvider).toConstantValue(undefined);
    });
  const { makeIdentityProvider } = await import('../identity/identity-provider.js');
  return new ContainerModule(({ bind }) => {
    bind(ID.identityProvider)
      .toResolvedValue((clock, log) => makeIdentityProvider(jwt, { clock, log }), [ID.clock, ID.log])
      .inSingletonScope();
  });
};

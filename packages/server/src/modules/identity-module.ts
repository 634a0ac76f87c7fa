import { ContainerModule } from 'inversify';
import type { ServerSettings } from '../settings/settings.js';
import { systemClock } from '../system/system-clock.js';
import { ID } from './identifiers.js';

/** Who verifies JWTs. `jose` is loaded only where an issuer is configured: it costs a start about 30 ms. */
export const identityModule = async ({ jwt }: ServerSettings): Promise<ContainerModule> => {
  const verifier =
    jwt === undefined
      ? undefined
      : (await import('../identity/jose-token-verifier.js')).makeJoseTokenVerifier(jwt, systemClock);
  return new ContainerModule(({ bind }) => {
    bind(ID.tokenVerifier).toConstantValue({ verifier });
  });
};

import type { ServicePart } from '@govgate/application';
import type { Clock, ServiceLog, TokenVerifier } from '@govgate/ports';
import { isLoopbackHost } from '../system/is-loopback-host.js';
import { fetchKeySet } from './fetch-key-set.js';
import { makeJoseTokenVerifier } from './jose-token-verifier.js';
import type { JwtSettings } from './jwt-settings.js';
import { isWebAddress } from './jwt-settings.js';
import { makeKeySet } from './key-set.js';
import { readKeySetFile } from './read-key-set-file.js';

/** Whose JWTs are accepted: their verifier, and the state of the keys. */
export interface IdentityProvider {
  readonly verifier: TokenVerifier;
  /** Shown by readiness; undefined where the keys are in a file, which is checked at the start. */
  readonly part: ServicePart | undefined;
  /** Reads the keys for the first time, and warns about an insecure path to them. */
  open(): void;
}

const REFRESH_MS = 30_000;

/** Makes the verifier of an issuer's tokens over its key set, from a URL or a file. */
export const makeIdentityProvider = (
  settings: JwtSettings,
  { clock, log }: { readonly clock: Clock; readonly log: Pick<ServiceLog, 'warn' | 'info'> },
): IdentityProvider => {
  const { jwks } = settings;
  const isRemote = isWebAddress(jwks);
  const keySet = isRemote
    ? makeKeySet({ load: fetchKeySet(jwks), log, refreshMs: REFRESH_MS })
    : makeKeySet({ load: readKeySetFile(jwks), log, refreshMs: 0 });
  return {
    verifier: makeJoseTokenVerifier(settings, { keys: keySet.getKey, clock }),
    part: isRemote ? { name: 'identity_provider', required: false, check: keySet.check } : undefined,
    open: () => {
      if (!isRemote) return;
      if (isUnsafe(new URL(jwks)))
        log.warn(
          'the key set of the identity provider is fetched over plain http: anybody on the network path can forge sign-ins',
        );
      keySet.check().catch(() => undefined);
    },
  };
};

const isUnsafe = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && !isLoopbackHost(hostname);

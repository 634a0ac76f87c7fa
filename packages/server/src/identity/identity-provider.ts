import type { ServicePart } from '@govgate/application';
import type { Clock, LogoutTokenVerifier, ServiceLog, SignalVerifier, TokenVerifier } from '@govgate/ports';
import { isLoopbackHost } from '../system/is-loopback-host.js';
import { fetchKeySet } from './fetch-key-set.js';
import { makeJoseTokenVerifier } from './jose-token-verifier.js';
import { isWebAddress, type JwtIssuer, type JwtSettings } from './jwt-settings.js';
import { type KeySet, makeKeySet } from './key-set.js';
import { makeLogoutTokenVerifier } from './logout-token-verifier.js';
import { readKeySetFile } from './read-key-set-file.js';
import { makeSignalVerifier } from './signal-verifier.js';

/** Whose JWTs are accepted: their verifier, and the state of the keys. */
export interface IdentityProvider {
  readonly verifier: TokenVerifier;
  /** Undefined where the tokens are verified by somebody else. */
  readonly logoutTokens: LogoutTokenVerifier | undefined;
  /** The same for Security Event Tokens. */
  readonly signals: SignalVerifier | undefined;
  /** Shown by readiness; undefined where the keys are in a file, which is checked at the start. */
  readonly part: ServicePart | undefined;
  /** Reads the keys for the first time, and warns about an insecure path to them. */
  open(): void;
}

const REFRESH_MS = 30_000;

interface Parts {
  readonly clock: Clock;
  readonly log: Pick<ServiceLog, 'warn' | 'info'>;
  /** The client that people sign in with: logout tokens are for it. */
  readonly clientId?: string | undefined;
}

/** Makes the verifier of the tokens of all issuers, each over its own key set, from a URL or a file. */
export const makeIdentityProvider = (
  { issuers, leewaySeconds }: JwtSettings,
  { clock, log, clientId }: Parts,
): IdentityProvider => {
  const known = issuers.map((issuer) => ({ issuer, keySet: keySetOf(issuer, log) }));
  const remote = known.filter(({ issuer }) => isWebAddress(issuer.jwks));
  const check = async (): Promise<void> => {
    await Promise.all(remote.map(({ keySet }) => keySet.check()));
  };
  const withKeys = known.map(({ issuer, keySet }) => ({ ...issuer, keys: keySet.getKey }));
  return {
    verifier: makeJoseTokenVerifier({ issuers: withKeys, leewaySeconds, clock, log }),
    logoutTokens: makeLogoutTokenVerifier({ issuers: withKeys, clientId, leewaySeconds, clock }),
    signals: makeSignalVerifier({ issuers: withKeys, clientId, leewaySeconds, clock }),
    part: remote.length === 0 ? undefined : { name: 'identity_provider', required: false, check },
    open: () => {
      if (remote.some(({ issuer: { jwks } }) => isUnsafe(new URL(jwks))))
        log.warn(
          'the key set of the identity provider is fetched over plain http: anybody on the network path can forge sign-ins',
        );
      for (const { keySet } of remote) keySet.check().catch(() => undefined);
    },
  };
};

const keySetOf = ({ jwks }: JwtIssuer, log: Parts['log']): KeySet =>
  isWebAddress(jwks)
    ? makeKeySet({ load: fetchKeySet(jwks), log, refreshMs: REFRESH_MS })
    : makeKeySet({ load: readKeySetFile(jwks), log, refreshMs: 0 });

const isUnsafe = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && !isLoopbackHost(hostname);

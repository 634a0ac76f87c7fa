import * as oauth from 'oauth4webapi';
import { ROOT } from '../place.js';
import { texts } from '../texts.js';
import { consoleFailure, failureOf } from './failure-of.js';
import { limitedFetch } from './limited-fetch.js';
import { loadSettings, type Oidc } from './settings.js';

/** A sign-in in progress: what its answer is checked against, and what happens then. */
export interface Begun {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The page to return to. */
  readonly back: string;
  readonly stays: boolean;
  /** The tab waiting for the token. */
  readonly handTo?: string;
}

/** What a provider gave. It is kept in memory. */
export interface Grant {
  readonly token: string;
  readonly idToken: string | undefined;
  readonly refreshToken: string | undefined;
  readonly expiresInSeconds: number | undefined;
}

const t = texts.oidc;

/** Authorization code with PKCE (RFC 7636), with the answer in the fragment, which browsers send to nobody. */
export const goToProvider = async (
  { stays, handTo }: Pick<Begun, 'stays' | 'handTo'>,
  keptAs: string,
): Promise<void> => {
  const { oidc, server } = await providerOf();
  const begun: Begun = {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
    back: location.pathname + location.search,
    stays,
    ...(handTo === undefined ? {} : { handTo }),
  };
  const request = {
    response_type: 'code',
    response_mode: 'fragment',
    client_id: oidc.clientId,
    redirect_uri: ownPage(),
    scope: oidc.scope,
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: 'S256',
    ...resourceOf(oidc),
  };
  const authorize = new URL(server.authorization_endpoint ?? '');
  for (const [name, value] of Object.entries(request)) authorize.searchParams.set(name, value);
  sessionStorage.setItem(keptAs, JSON.stringify(begun));
  location.assign(authorize);
};

/** Exchanges a provider's answer for its tokens. An answer this tab did not wait for is ignored. */
export const grantFor = async (answer: URLSearchParams, begun: Begun | null): Promise<Grant> => {
  if (begun === null || answer.get('state') !== begun.state)
    throw consoleFailure('sign_in_not_begun', t.notBegun);
  const { oidc, server, client } = await providerOf();
  const checked = await saying(
    async () => oauth.validateAuthResponse(server, client, answer, begun.state),
    ['sign_in_other_issuer', t.otherIssuer],
  );
  return saying(async () => {
    const { verifier, nonce } = begun;
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      checked,
      ownPage(),
      verifier,
      optionsOf(oidc),
    );
    return grantOf(
      await oauth.processAuthorizationCodeResponse(server, client, response, {
        expectedNonce: nonce,
        requireIdToken: true,
      }),
    );
  }, ['sign_in_answer', t.noToken]);
};

/** Exchanges a refresh token for a new access token (RFC 6749, 6). */
export const renewedGrant = async ({ refreshToken = '', idToken }: Grant): Promise<Grant> => {
  const { oidc, server, client } = await providerOf();
  return saying(async () => {
    const response = await oauth.refreshTokenGrantRequest(
      server,
      client,
      oauth.None(),
      refreshToken,
      optionsOf(oidc),
    );
    const grant = grantOf(await oauth.processRefreshTokenResponse(server, client, response));
    return {
      ...grant,
      refreshToken: grant.refreshToken ?? refreshToken,
      idToken: grant.idToken ?? idToken,
    };
  }, ['sign_in_answer', t.noToken]);
};

/** Where to sign out at the provider too (OpenID Connect RP-Initiated Logout, 2); undefined if it offers no such place. */
export const endSessionAt = async (idToken: string): Promise<URL | undefined> => {
  const { oidc, server } = await providerOf();
  const end = addressOf(server.end_session_endpoint);
  end?.searchParams.set('id_token_hint', idToken);
  end?.searchParams.set('client_id', oidc.clientId);
  return end;
};

const grantOf = ({ access_token, token_type, ...rest }: oauth.TokenEndpointResponse): Grant => {
  if (token_type !== 'bearer') throw consoleFailure('sign_in_answer', t.noToken);
  return {
    token: access_token,
    idToken: rest.id_token,
    refreshToken: rest.refresh_token,
    expiresInSeconds: rest.expires_in,
  };
};

const SKEW_SECONDS = 300;

interface ProviderNow {
  readonly oidc: Oidc;
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
}

const providerOf = async (): Promise<ProviderNow> => {
  const { oidc } = await loadSettings();
  if (oidc === undefined) throw consoleFailure('sign_in_not_set', t.notSet);
  if (crypto.subtle === undefined) throw consoleFailure('sign_in_insecure', t.insecure);
  const client = { client_id: oidc.clientId, [oauth.clockTolerance]: SKEW_SECONDS };
  return { oidc, client, server: await discover(oidc) };
};

/** OpenID Connect Discovery, 3 and 4. */
const discover = async (oidc: Oidc): Promise<oauth.AuthorizationServer> => {
  const issuer = new URL(oidc.issuer);
  const server = await saying(async () => {
    const response = await oauth.discoveryRequest(issuer, { ...optionsOf(oidc), algorithm: 'oidc' });
    return oauth.processDiscoveryResponse(issuer, response);
  }, ['sign_in_discovery', t.noDocument]);
  const [authorize, token] = [server.authorization_endpoint, server.token_endpoint].map(addressOf);
  // The console may contact the issuer's origin and no other, and a code belongs nowhere else.
  if (server.issuer !== oidc.issuer) throw consoleFailure('sign_in_discovery', t.noDocument);
  if (authorize === undefined || token?.origin !== issuer.origin)
    throw consoleFailure('sign_in_discovery', t.noEndpoints);
  if (server.code_challenge_methods_supported?.includes('S256') === false)
    throw consoleFailure('sign_in_discovery', t.noPkce);
  return server;
};

/** A URL over TLS, or on the local machine. */
const addressOf = (text: unknown): URL | undefined => {
  if (typeof text !== 'string' || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHere(url)) ? url : undefined;
};

const isHere = ({ hostname }: URL): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);

const optionsOf = (oidc: Oidc) => ({
  [oauth.customFetch]: limitedFetch,
  [oauth.allowInsecureRequests]: isHere(new URL(oidc.issuer)),
  additionalParameters: resourceOf(oidc),
});

const resourceOf = ({ resource }: Oidc): Record<string, string> =>
  resource === undefined ? {} : { resource };

const ownPage = (): string => new URL(ROOT, location.href).href;

/** What a provider refused in its own words, what an ID token lacks by name, and everything else as given. */
const saying = async <T>(
  act: () => Promise<T>,
  [reasonCode, message]: readonly [reasonCode: string, message: string],
): Promise<T> => {
  try {
    return await act();
  } catch (fault) {
    if (fault instanceof oauth.AuthorizationResponseError || fault instanceof oauth.ResponseBodyError)
      throw consoleFailure('sign_in_refused', t.refused(short(fault.error), short(fault.error_description)));
    const claim = claimOf(fault);
    if (claim === 'nonce') throw consoleFailure('sign_in_nonce', t.otherNonce);
    if (claim !== undefined) throw consoleFailure('sign_in_id_token', t.notOurs);
    throw fault instanceof oauth.OperationProcessingError || fault instanceof oauth.UnsupportedOperationError
      ? consoleFailure(reasonCode, message)
      : failureOf(fault);
  }
};

/** The ID token's claim that is not what it should be. */
const claimOf = (fault: unknown): unknown =>
  fault instanceof oauth.OperationProcessingError &&
  (fault.code === oauth.JWT_CLAIM_COMPARISON || fault.code === oauth.JWT_TIMESTAMP_CHECK)
    ? Object(fault.cause).claim
    : undefined;

const MOST_CHARACTERS = 300;
const short = (text = ''): string => text.slice(0, MOST_CHARACTERS);

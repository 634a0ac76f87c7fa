import { ROOT } from '../place.js';
import { texts } from '../texts.js';
import { consoleFailure } from './failure-of.js';
import { limitedJson } from './limited-json.js';
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

/** The required members of a discovery document (OpenID Connect Discovery, 3). */
interface Provider {
  readonly authorize: URL;
  readonly token: URL;
  readonly namesItself: boolean;
}

const t = texts.oidc;

/** Authorization code with PKCE (RFC 7636), with the answer in the fragment, which browsers send to nobody. */
export const goToProvider = async (
  { stays, handTo }: Pick<Begun, 'stays' | 'handTo'>,
  keptAs: string,
): Promise<void> => {
  const oidc = await oidcOf();
  const { authorize } = await discover(oidc);
  const back = location.pathname + location.search;
  const begun: Begun = { state: random(), nonce: random(), verifier: random(), back, stays, ...to(handTo) };
  const asked = {
    response_type: 'code',
    response_mode: 'fragment',
    client_id: oidc.clientId,
    redirect_uri: ownPage(),
    scope: oidc.scope,
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await challengeOf(begun.verifier),
    code_challenge_method: 'S256',
    ...resourceOf(oidc),
  };
  for (const [name, value] of Object.entries(asked)) authorize.searchParams.set(name, value);
  sessionStorage.setItem(keptAs, JSON.stringify(begun));
  location.assign(authorize);
};

/** Exchanges a provider's answer for its access token. An answer this tab did not wait for is ignored. */
export const tokenFor = async (answer: URLSearchParams, begun: Begun | null): Promise<string> => {
  if (begun === null || answer.get('state') !== begun.state)
    throw consoleFailure('sign_in_not_begun', t.notBegun);
  const oidc = await oidcOf();
  const provider = await discover(oidc);
  const from = answer.get('iss');
  if (from === null ? provider.namesItself : from !== oidc.issuer)
    throw consoleFailure('sign_in_other_issuer', t.otherIssuer);
  const code = answer.get('code');
  if (code === null) throw refusedBy(answer.get('error'), answer.get('error_description'));
  return exchange(oidc, provider, { code, begun });
};

const exchange = async (
  oidc: Oidc,
  { token }: Provider,
  { code, begun }: { readonly code: string; readonly begun: Begun },
): Promise<string> => {
  const { ok, json } = await limitedJson(token, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: ownPage(),
      client_id: oidc.clientId,
      code_verifier: begun.verifier,
      ...resourceOf(oidc),
    }),
  });
  if (!ok) throw refusedBy(json.error, json.error_description);
  const { access_token, token_type, id_token } = json;
  if (typeof access_token !== 'string' || String(token_type).toLowerCase() !== 'bearer')
    throw consoleFailure('sign_in_answer', t.noToken);
  checkIdToken(claimsOf(id_token), oidc, begun);
  return access_token;
};

const SKEW_SECONDS = 300;

/**
 * The audience of the answer (OpenID Connect Core, 3.1.3.7). It came from the token endpoint itself, so TLS vouches for it; permissions
 * follow from the access token, which the API verifies.
 */
const checkIdToken = (claims: Readonly<Record<string, unknown>>, oidc: Oidc, { nonce }: Begun): void => {
  const audiences = [claims.aud].flat();
  const isOurs =
    claims.iss === oidc.issuer &&
    audiences.includes(oidc.clientId) &&
    (audiences.length === 1 || claims.azp === oidc.clientId) &&
    Number(claims.exp) > Date.now() / 1_000 - SKEW_SECONDS;
  if (!isOurs) throw consoleFailure('sign_in_id_token', t.notOurs);
  if (claims.nonce !== nonce) throw consoleFailure('sign_in_nonce', t.otherNonce);
};

const claimsOf = (idToken: unknown): Readonly<Record<string, unknown>> => {
  try {
    const [, payload = ''] = String(idToken).split('.');
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (one) =>
      one.charCodeAt(0),
    );
    return Object(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    throw consoleFailure('sign_in_id_token', t.notOurs);
  }
};

const oidcOf = async (): Promise<Oidc> => {
  const { oidc } = await loadSettings();
  if (oidc === undefined) throw consoleFailure('sign_in_not_set', t.notSet);
  if (crypto.subtle === undefined) throw consoleFailure('sign_in_insecure', t.insecure);
  return oidc;
};

const discover = async (oidc: Oidc): Promise<Provider> => {
  const { ok, json } = await limitedJson(
    new URL(`${oidc.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`),
  );
  if (!ok || json.issuer !== oidc.issuer) throw consoleFailure('sign_in_discovery', t.noDocument);
  const [authorize, token] = [json.authorization_endpoint, json.token_endpoint].map(addressOf);
  const methods = json.code_challenge_methods_supported ?? ['S256'];
  // The console may contact the issuer's origin and no other, and a code belongs nowhere else.
  if (authorize === undefined || token?.origin !== new URL(oidc.issuer).origin)
    throw consoleFailure('sign_in_discovery', t.noEndpoints);
  if (!Array.isArray(methods) || !methods.includes('S256'))
    throw consoleFailure('sign_in_discovery', t.noPkce);
  return { authorize, token, namesItself: json.authorization_response_iss_parameter_supported === true };
};

/** A URL over TLS, or on the local machine. */
const addressOf = (text: unknown): URL | undefined => {
  if (typeof text !== 'string' || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isHere = /^(localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHere) ? url : undefined;
};

const refusedBy = (error: unknown, description: unknown) =>
  consoleFailure('sign_in_refused', t.refused(shortened(error), shortened(description)));

const MOST_CHARACTERS = 300;
const shortened = (text: unknown): string => (typeof text === 'string' ? text.slice(0, MOST_CHARACTERS) : '');

const ownPage = (): string => new URL(ROOT, location.href).href;
const to = (handTo: string | undefined) => (handTo === undefined ? {} : { handTo });
const resourceOf = ({ resource }: Oidc) => (resource === undefined ? {} : { resource });
const random = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

const challengeOf = async (verifier: string): Promise<string> =>
  base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replaceAll('=', '');

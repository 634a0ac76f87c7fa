import type { GovgateError, Identity } from '@govgate/client';
import { createClient } from '@govgate/client';
import { API, ROOT } from '../place.js';
import { consoleFailure, failureOf } from './failure-of.js';
import type { Begun, Grant } from './oidc.js';
import { makeStore } from './store.js';

/** Who is signed in, and with what. The token is in memory, and in sessionStorage on request. */
export interface SignedIn {
  readonly token: string;
  readonly me: Identity;
}

interface SignInState {
  readonly signedIn: SignedIn | undefined;
  /** Why nobody is signed in, if worth telling. */
  readonly failure: GovgateError | undefined;
  readonly isSigningIn: boolean;
  /** The refusal that the token has expired. The page and its forms stay until somebody signs in again. */
  readonly over: GovgateError | undefined;
  /** Whether this tab signed in on behalf of another one, and is done. */
  readonly isHandedOver: boolean;
}

const KEPT = 'govgate.token';
/** The state to continue a sign-in at the identity provider, kept in the tab that started it. */
export const BEGUN = 'govgate.sign-in';

const store = makeStore<SignInState>({
  signedIn: undefined,
  failure: undefined,
  isSigningIn: false,
  over: undefined,
  isHandedOver: false,
});

export const useSignIn = store.use;

/** The token of whoever is signed in by now. */
export const currentToken = (): string => store.get().signedIn?.token ?? '';

/** What the identity provider gave with the token, where one did. */
let granted: Grant | undefined;
let renewal: ReturnType<typeof setTimeout> | undefined;

/** Determines a token's owner, and keeps the token if it has one. */
export const signIn = async (token: string, stays: boolean): Promise<void> => {
  store.set({ isSigningIn: true, failure: undefined });
  try {
    const me = await createClient({ baseUrl: API, token, attempts: 2, quotaWaitMs: 0 }).readIdentity();
    if (stays) sessionStorage.setItem(KEPT, token);
    store.set({ signedIn: { token, me }, over: undefined });
  } catch (fault) {
    sessionStorage.removeItem(KEPT);
    store.set({ failure: failureOf(fault) });
  } finally {
    store.set({ isSigningIn: false });
  }
};

/** Forgets the token, and signs out at the provider that gave it, if that offers to. */
export const signOut = (): void => {
  const idToken = granted?.idToken;
  forgetGrant();
  sessionStorage.removeItem(KEPT);
  store.set({ signedIn: undefined, over: undefined, failure: undefined });
  if (idToken !== undefined) void leaveProvider(idToken);
};

const leaveProvider = async (idToken: string): Promise<void> => {
  const end = await (await import('./oidc.js')).endSessionAt(idToken).catch(() => undefined);
  if (end !== undefined) location.assign(end);
};

/** Handles a failed call. An expired token is reported wherever it is found, and kept nowhere. */
export const failureOfCall = (fault: unknown): GovgateError => {
  const error = failureOf(fault);
  if (error.status === 401 && store.get().signedIn !== undefined) {
    sessionStorage.removeItem(KEPT);
    store.set({ over: error });
  }
  return error;
};

/**
 * Starts from the address: the code of a sign-in link, an answer of the identity provider, or what another tab waits for. All of it is
 * removed from the address before any request. Otherwise starts from a persisted token.
 */
export const signInFromPage = async (): Promise<void> => {
  const [, link] = /^#link=([\w-]+)$/.exec(location.hash) ?? [];
  const [, handTo] = /^#again=([\w-]+)$/.exec(location.hash) ?? [];
  const answer = answerIn(location);
  const kept = sessionStorage.getItem(KEPT);
  if (link !== undefined) {
    clearAddress();
    await trying(async () => signIn(await redeemed(link), false));
  } else if (handTo !== undefined) {
    clearAddress();
    await beginSignIn({ stays: false, handTo });
  } else if (answer !== undefined) {
    await finishSignIn(answer);
  } else if (kept !== null) await signIn(kept, true);
};

/** Redirects to the identity provider; the state to return is kept in this tab. */
export const beginSignIn = (how: { readonly stays: boolean; readonly handTo?: string }): Promise<void> =>
  trying(async () => {
    await (await import('./oidc.js')).goToProvider(how, BEGUN);
    // Returning with the browser's back button finds the page as it was left.
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) store.set({ isSigningIn: false });
    });
  }, true);

const finishSignIn = (answer: URLSearchParams): Promise<void> => {
  const begun = JSON.parse(sessionStorage.getItem(BEGUN) ?? 'null') as Begun | null;
  sessionStorage.removeItem(BEGUN);
  clearAddress(begun?.back ?? ROOT);
  return trying(async () => {
    const grant = await (await import('./oidc.js')).grantFor(answer, begun);
    if (begun?.handTo === undefined) return acceptGrant(grant, begun?.stays ?? false);
    new BroadcastChannel(BEGUN).postMessage({ to: begun.handTo, token: grant.token });
    store.set({ isHandedOver: true });
    close();
  });
};

const acceptGrant = async (grant: Grant, stays: boolean): Promise<void> => {
  await signIn(grant.token, stays);
  if (store.get().signedIn?.token === grant.token) keepGrant(grant, stays);
};

const BEFORE_END_MS = 30_000;

/** Where the provider gave a refresh token, the access token is renewed before it expires. If that fails, the console asks as ever. */
const keepGrant = (grant: Grant, stays: boolean): void => {
  forgetGrant();
  granted = grant;
  const { refreshToken, expiresInSeconds } = grant;
  if (refreshToken === undefined || expiresInSeconds === undefined) return;
  const inMs = Math.max(expiresInSeconds * 1_000 - BEFORE_END_MS, (expiresInSeconds * 1_000) / 2);
  renewal = setTimeout(() => void renew(grant, stays), inMs);
};

const renew = async (grant: Grant, stays: boolean): Promise<void> => {
  const next = await (await import('./oidc.js')).renewedGrant(grant).catch(() => undefined);
  const { signedIn } = store.get();
  if (next === undefined || granted !== grant || signedIn === undefined) return;
  if (stays) sessionStorage.setItem(KEPT, next.token);
  store.set({ signedIn: { ...signedIn, token: next.token } });
  keepGrant(next, stays);
};

const forgetGrant = (): void => {
  clearTimeout(renewal);
  granted = undefined;
};

/** What a provider appends to the console's first page, in the fragment as requested, or as its query. */
const answerIn = ({ pathname, hash, search }: Location): URLSearchParams | undefined => {
  if (pathname !== ROOT) return undefined;
  return [hash.slice(1), search]
    .map((text) => new URLSearchParams(text))
    .find((found) => found.has('state') && (found.has('code') || found.has('error')));
};

// Replaces the history entry: going back leads to no code.
const clearAddress = (to = location.pathname + location.search): void => history.replaceState(null, '', to);

const redeemed = async (code: string): Promise<string> => {
  const answer = await fetch(`${ROOT}sign-in-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  const { token, reasonCode, message } = await answer.json();
  if (typeof token === 'string') return token;
  throw consoleFailure(String(reasonCode), String(message));
};

const trying = async (act: () => Promise<void>, leaves = false): Promise<void> => {
  store.set({ isSigningIn: true, failure: undefined });
  try {
    await act();
    // The page is about to be left.
    if (leaves) return;
  } catch (fault) {
    store.set({ failure: failureOf(fault) });
  }
  store.set({ isSigningIn: false });
};
